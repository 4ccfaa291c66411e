import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { type TextRule, toNfc } from './text.ts';

/**
 * NFC-normalized, never trimmed (NIST SP 800-63B-4, 3.1.1.2). Rejects only lone surrogates, U+0000 and texts that are
 * far too long: at sign-in, another length is just a wrong password.
 */
export function passwordText(): z.ZodString {
  return z
    .string()
    .overwrite((value) => toNfc(value, LIMITS.password.max_length))
    .check((ctx) => {
      const params = problemOf(ctx.value);
      if (params !== null) ctx.issues.push({ code: 'custom', input: undefined, params });
    })
    .meta({ format: 'password', maxLength: LIMITS.password.max_sent_length });
}

function problemOf(value: string): { rule: TextRule; limit?: number } | null {
  const { max_sent_length } = LIMITS.password;
  if (value.length > max_sent_length) return { rule: 'too_long', limit: max_sent_length };
  if (!value.isWellFormed()) return { rule: 'ill_formed' };
  return value.includes('\0') ? { rule: 'control_characters' } : null;
}
