import { z } from 'zod';
import type { ErrorCode } from './error-codes.ts';
import { idField } from './ids.ts';
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

export const uploadField = () => idField().describe('A picture that was sent to the `url` of an upload.');

type Given = { upload_id?: string | undefined; content_base64?: string | undefined };

/** For `superRefine`: a picture is given as an upload or in base64. */
export function checkGivenOnce({ upload_id, content_base64 }: Given, ctx: z.RefinementCtx): void {
  if ((upload_id === undefined) !== (content_base64 === undefined)) return;
  ctx.addIssue({ code: 'custom', params: { rule: 'exactly_one', allowed: ['content_base64', 'upload_id'] } });
}
