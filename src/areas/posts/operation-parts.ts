import { LIMITS, TIMEOUTS } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import type { Answer } from '../../http/envelope.ts';
import { mayDecide } from './approvals.ts';
import { afterWriting, beforeDecision } from './hints.ts';
import type { LoadedPost, Related } from './load.ts';
import { mayOnlyDraft } from './own-post.ts';
import { addressesOf, presentAnswer } from './present.ts';
import type { PostWire } from './schemas.ts';

/** Parts shared by the operations that write posts. */
export const writing = {
  auth: { kind: 'credential', scope: { area: 'posts', access: 'write' }, verifiedEmail: true },
  profile: 'required',
} as const;
export const uploadErrors = ['upload_not_found', 'upload_incomplete'] as const;
export const pictureErrors = [
  'too_many_images',
  'invalid_image',
  'unsupported_image_type',
  'image_too_large',
  ...uploadErrors,
] as const;
export const uploads = {
  multipart: { fileField: 'images', maxFiles: LIMITS.image.max_per_post },
  bodyTimeoutMs: TIMEOUTS.http_upload_ms,
};

/** Whether a person has signed in, not a program that acts for one. */
export const isPerson = (ctx: Ctx): boolean => ctx.principal?.type === 'session';

/** The response to a change of an existing post. */
export function changed({ row, set }: { row: LoadedPost; set: Related }, ctx: Ctx): Answer<PostWire> {
  return {
    data: presentAnswer(row, set, addressesOf(ctx)),
    agent: mayDecide(ctx, row) ? beforeDecision(row, isPerson(ctx)) : afterWriting(row, mayOnlyDraft(ctx, row)),
  };
}
