import { z } from 'zod';
import type { ErrorCode } from './error-codes.ts';
import { LIMITS } from './limits.ts';

const MAX_LENGTH = Math.ceil(LIMITS.image.max_bytes / 3) * 4;

/** A base64 picture in JSON, no longer than the largest file. Checks `length` instead of counting code points. */
export function pictureField(): z.ZodString {
  return z
    .string()
    .min(1)
    .check((ctx) => {
      if (ctx.value.length <= MAX_LENGTH) return;
      const params = { rule: 'max_bytes', limit: LIMITS.image.max_bytes };
      const message = 'image_too_large' satisfies ErrorCode;
      ctx.issues.push({ code: 'custom', input: undefined, message, params });
    })
    .meta({ maxLength: MAX_LENGTH });
}
