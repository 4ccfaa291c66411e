import type { Attention } from '../../areas/home/attention.ts';
import { countWaiting, MAX_COUNTED } from '../../areas/operator/waiting.ts';
import type { PageContext } from '../kit/page-context.ts';

/** The numbers next to entries of the sidebar, by path. */
export type Badges = Readonly<Record<string, string>>;

/** Counts what is pending, in one round trip, for operators two. A page is shown without what can't be counted. */
export async function readBadges(page: PageContext, attention: () => Promise<Attention>): Promise<Badges> {
  const { session, request, ctx } = page;
  if (session === null || session.principal.suspendedAt !== null || request.headers['hx-request'] === 'true') return {};
  try {
    const [pending, queues] = await Promise.all([attention(), countWaiting(ctx)]);
    const total = (counts: ReadonlyMap<string, number>) => counts.values().reduce((sum, count) => sum + count, 0);
    const numbers = {
      '/console/messages': total(pending.unread),
      '/console/network': total(pending.requests),
      '/console/approvals': total(pending.approvals),
      '/console/access': total(pending.invitations),
      '/console/notifications': total(pending.notifications),
      ...Object.fromEntries(
        Object.entries(queues).map(([name, count]) => [`/console/operator/${name.replace('_', '-')}`, count]),
      ),
    };
    return Object.fromEntries(
      Object.entries(numbers)
        .filter(([, count]) => count > 0)
        .map(([path, count]) => [path, count >= MAX_COUNTED ? `${MAX_COUNTED - 1}+` : String(count)]),
    );
  } catch (error) {
    request.log.warn({ err: error }, 'the badges of a page could not be counted');
    return {};
  }
}
