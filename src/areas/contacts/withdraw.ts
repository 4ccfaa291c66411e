import { idOrNone } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { write } from '../../events/write.ts';
import type { RequestRow } from './requests.ts';
import { endRequest, explainSide, requirePending } from './status.ts';

/**
 * Withdraws a request of the acting profile. Fails with `permission_denied` (also for the addressee),
 * `contact_request_not_found`, `contact_request_not_pending`.
 */
export async function withdrawRequest(ctx: Ctx, requestId: string): Promise<RequestRow> {
  const id = idOrNone(requestId);
  const [[row]] = await write(ctx, {
    permissions: ['networking'],
    checks: [requirePending(ctx, id, 'requester')],
    change: endRequest(ctx, id, 'withdrawn'),
    explain: explainSide(id, 'requester'),
  });
  return row!;
}
