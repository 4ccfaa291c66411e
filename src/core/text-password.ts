import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { toNfc } from './text.ts';

/**
 * A password field of a request: NFC-normalized, never trimmed (NIST SP 800-63B-4, 3.1.1.2). Judges only what can not
 * be a password at all, lone surrogates and U+0000: whether a NEW one is good enough is `checkPassword`'s to say, and a
 * wrong length at sign-in is simply the wrong password.
 */
export function passwordText(): z.ZodString {
  return z
    .string()
    .overwrite((value) => toNfc(value, LIMITS.password.max_length))
    .check((ctx) => {
      const rule = !ctx.value.isWellFormed() ? 'ill_formed' : ctx.value.includes('\0') ? 'control_characters' : null;
      if (rule !== null) ctx.issues.push({ code: 'custom', input: undefined, params: { rule } });
    })
    .meta({ format: 'password' });
}
