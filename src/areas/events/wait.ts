import { requirePrincipal } from '../../auth/require.ts';
import { ConcurrencyLimit } from '../../core/concurrency-limit.ts';
import { fail } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import { narrowReach, reachOf } from '../../events/readers.ts';
import { tooManyWaits } from './hints.ts';
import { type EventPage, readEvents } from './list.ts';
import type { EventsInput } from './schemas.ts';

const { total, ...per } = LIMITS.concurrent_waits;
const waits = new ConcurrencyLimit({ per, total });

export type Connection = {
  /** End the wait: the client is gone, or the server stops. */
  stops: readonly AbortSignal[];
  checkAgain(): Promise<void>;
};

/**
 * Like `readEvents`. An empty page waits for the first new event, or `input.wait` seconds, without a database
 * connection. A revoked credential ends it with 401. Fails with `invalid_cursor`, `rate_limited`,
 * `service_unavailable`.
 */
export async function waitForEvents(
  ctx: Ctx,
  input: EventsInput & { wait: number },
  { stops, checkAgain }: Connection,
): Promise<EventPage> {
  const endsAt = performance.now() + input.wait * 1000;
  const { id, accountId } = requirePrincipal(ctx);
  const leave = waits.enter({ credential: id, account: accountId });
  if (leave === 'total') fail('service_unavailable', { internal: 'too many requests wait for events' });
  if (typeof leave === 'string') fail('rate_limited', { agent: tooManyWaits(leave) });
  const bell = new Bell();
  const unwatch = ctx.credentialCache.watch((changed) => {
    if (changed === null || changed === accountId) bell.ring();
  });
  const hasEnded = () => stops.some((stop) => stop.aborted);
  for (const stop of stops) stop.addEventListener('abort', bell.ring);
  try {
    for (let { cursor } = input; ; ) {
      // Muted first, so that what rings from here on is noticed.
      bell.mute();
      await checkAgain();
      const subscriber = { reach: reachNow(ctx, input), push: bell.ring };
      // Before the log is read, so that no event is missed in between.
      await ctx.eventHub.subscribe(subscriber);
      try {
        const page = await readEvents(ctx, { ...input, cursor });
        if (page.events.length > 0 || page.has_more) return page;
        if (hasEnded() || !(await bell.rings(endsAt - performance.now())) || hasEnded()) return page;
        cursor = page.next_cursor;
      } finally {
        ctx.eventHub.unsubscribe(subscriber);
      }
    }
  } finally {
    for (const stop of stops) stop.removeEventListener('abort', bell.ring);
    unwatch();
    leave();
  }
}

const reachNow = (ctx: Ctx, { types }: EventsInput) => narrowReach(reachOf(requirePrincipal(ctx), ctx.acting), types);

/** Wakes one waiting function. Rings that nobody waits for are remembered until it is muted. */
class Bell {
  #rung = false;
  #wake: () => void = () => undefined;

  readonly ring = (): void => {
    this.#rung = true;
    this.#wake();
  };

  mute(): void {
    this.#rung = false;
  }

  /** Whether it rings within this time. */
  async rings(ms: number): Promise<boolean> {
    if (!this.#rung && ms > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return this.#rung;
  }
}
