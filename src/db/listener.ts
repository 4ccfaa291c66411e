import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { TIMEOUTS } from '../core/limits.ts';
import { repeat } from '../core/timers.ts';
import { loneClient } from './lone-client.ts';

const RECONNECT_MS = 500;
/** How often the listener checks that notifications still arrive: a proxy or a failover may part it from the pool. */
const CHECK_MS = 30_000;

export type Listener = { close(): Promise<void> };

export type ListenerOptions = {
  /** What to do with the payload of a notification, by channel. */
  channels: Readonly<Record<string, (payload: string) => void>>;
  /**
   * Sends a notification as all others are sent: by the pool. The listener counts as listening only after its own came
   * back.
   */
  notify(channel: string, payload: string): Promise<unknown>;
  /** True when notifications arrive, false when the connection is lost. Notifications are not repeated. */
  onState(listening: boolean): void;
  onLost(cause: unknown): void;
  checkMs?: number;
  answerMs?: number;
};

export class NotificationsLost extends Error {
  constructor() {
    super('notifications of the database do not arrive');
  }
}

/**
 * The only connection of this process that listens for notifications of Postgres. Reconnects after it was lost.
 *
 * @throws NotificationsLost if it leads elsewhere than the pool, or through a pooler
 */
export async function openListener(connection: pg.ClientConfig, options: ListenerOptions): Promise<Listener> {
  const { channels, onState, onLost, checkMs = CHECK_MS } = options;
  const test = roundTrip(options);
  let closed = false;
  let current: Open | null = null;

  async function connect(): Promise<void> {
    const opened = await listen(connection, { ...channels, [test.channel]: test.onArrival });
    try {
      await test.run();
      if (closed) throw new Error('closed while connecting');
    } catch (error) {
      void opened.end();
      throw error;
    }
    current = opened;
    onState(true);
  }

  /** A pool that is too busy to notify says nothing about the listener. */
  async function check(): Promise<void> {
    const checked = current;
    if (checked === null) return;
    const error = await test.run().catch((cause: unknown) => cause);
    if (error instanceof NotificationsLost && checked === current) void checked.end(error);
  }

  async function keepListening(): Promise<void> {
    while (!closed) {
      const cause = await current?.lost;
      if (closed) return;
      onState(false);
      current = null;
      onLost(cause);
      while (!closed && current === null) {
        await connect().catch(() => sleep(RECONNECT_MS));
      }
    }
  }

  await connect();
  const running = keepListening();
  const stopChecks = repeat(checkMs, check, () => undefined);
  return {
    async close() {
      closed = true;
      stopChecks();
      onState(false);
      await current?.end();
      await running;
    },
  };
}

type Open = { lost: Promise<Error | undefined>; end(cause?: Error): Promise<void> };

async function listen(connection: pg.ClientConfig, channels: ListenerOptions['channels']): Promise<Open> {
  const client = loneClient(connection, 'listen');
  const { promise: lost, resolve: lose } = Promise.withResolvers<Error | undefined>();
  client.on('error', lose);
  client.on('end', () => lose(undefined));
  client.on('notification', ({ channel, payload }) => channels[channel]?.(payload ?? ''));
  const end = (cause?: Error) => {
    lose(cause);
    return client.end().catch(() => undefined);
  };
  try {
    await client.connect();
    for (const channel of Object.keys(channels)) await client.query(`listen ${channel}`);
  } catch (error) {
    // A standby accepts connections, but no LISTEN: each attempt would leave one behind.
    void end();
    throw error;
  }
  return { lost, end };
}

/** Sends a notification on a channel of this process, and waits until it arrives. */
function roundTrip({ notify, answerMs = TIMEOUTS.database_connect_ms }: Pick<ListenerOptions, 'notify' | 'answerMs'>) {
  let onArrival: () => void = () => undefined;
  const channel = `pronet_check_${randomBytes(8).toString('hex')}`;
  return {
    channel,
    onArrival: () => onArrival(),
    /** @throws NotificationsLost if it does not arrive; another error if it can't be sent */
    async run(): Promise<void> {
      const arrival = new Promise<true>((resolve) => {
        onArrival = () => resolve(true);
      });
      await notify(channel, '');
      const timer = new AbortController();
      const late = sleep(answerMs, false, { signal: timer.signal }).catch(() => false);
      const arrived = await Promise.race([arrival, late]);
      timer.abort();
      if (!arrived) throw new NotificationsLost();
    },
  };
}
