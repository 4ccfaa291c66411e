import { requirePrincipal } from '../../auth/require.ts';
import { fail } from '../../core/errors.ts';
import type { Ctx } from '../../ctx.ts';
import { tooManyStreams } from './hints.ts';

/** Takes the place of one more stream, and returns what leaves it. Fails with `rate_limited`, `service_unavailable`. */
export function enterStream(ctx: Ctx): () => void {
  const { id, accountId } = requirePrincipal(ctx);
  const leave = ctx.eventStreams.enter({ credential: id, account: accountId });
  if (leave === 'total') fail('service_unavailable', { internal: 'MAX_EVENT_STREAMS is reached' });
  if (typeof leave === 'string') fail('rate_limited', { agent: tooManyStreams(leave) });
  return leave;
}
