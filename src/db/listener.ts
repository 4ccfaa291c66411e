import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { loneClient } from './lone-client.ts';

const RECONNECT_MS = 500;

export type Listener = { close(): Promise<void> };

export type ListenerOptions = {
  /** What to do with the payload of a notification, by channel. */
  channels: Readonly<Record<string, (payload: string) => void>>;
  /** True when the channels are being listened to, false when the connection is lost. Notifications are not repeated. */
  onState(listening: boolean): void;
  onLost(cause: unknown): void;
};

/** The only connection of this process that listens for notifications of Postgres. Reconnects after it was lost. */
export async function openListener(connection: pg.ClientConfig, options: ListenerOptions): Promise<Listener> {
  const { channels, onState, onLost } = options;
  let closed = false;
  let client: pg.Client | null = null;
  let lost: Promise<Error | undefined> = Promise.resolve(undefined);

  async function connectOnce(): Promise<void> {
    const next = loneClient(connection, 'listen');
    lost = new Promise((resolve) => {
      next.on('error', resolve);
      next.on('end', () => resolve(undefined));
    });
    next.on('notification', ({ channel, payload }) => channels[channel]?.(payload ?? ''));
    try {
      await next.connect();
      for (const channel of Object.keys(channels)) await next.query(`listen ${channel}`);
      if (closed) throw new Error('closed while connecting');
    } catch (error) {
      // A standby accepts connections, but no LISTEN: each attempt would leave one behind.
      next.end().catch(() => undefined);
      throw error;
    }
    client = next;
    onState(true);
  }

  async function keepListening(): Promise<void> {
    while (!closed) {
      const cause = await lost;
      if (closed) return;
      onState(false);
      client = null;
      onLost(cause);
      while (!closed && client === null) {
        await connectOnce().catch(() => sleep(RECONNECT_MS));
      }
    }
  }

  await connectOnce();
  const running = keepListening();
  return {
    async close() {
      closed = true;
      onState(false);
      await client?.end().catch(() => undefined);
      await running;
    },
  };
}
