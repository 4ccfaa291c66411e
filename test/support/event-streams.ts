import type { Message } from '../../clients/typescript/src/sse.ts';
import { messagesOf } from '../../clients/typescript/src/sse.ts';
import type { TestApp } from './app.ts';
import { type EventWire, numberOf } from './events.ts';

type By = { token?: string | undefined; as?: string | undefined; headers?: Record<string, string> };

export type OpenStream = {
  status: number;
  headers: Headers;
  /** The error, if it is one. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client would, without our types
  json: any;
  messages: Message[];
  /** The events so far. */
  events(): EventWire[];
  numbers(): unknown[];
  /** Resolves when the server has ended the stream or the connection. */
  ended: Promise<void>;
  isEnded(): boolean;
  /** Ends it as a client. */
  close(): void;
};

/** Opens a stream over a socket. */
export async function openStream(address: string, by: By, query = ''): Promise<OpenStream> {
  const gone = new AbortController();
  const response = await fetch(`${address}/v1/events/stream?${query}`, {
    headers: {
      ...(by.token && { authorization: `Bearer ${by.token}` }),
      ...(by.as && { 'x-profile-id': by.as }),
      ...by.headers,
    },
    signal: gone.signal,
  });
  const isStream = response.headers.get('content-type') === 'text/event-stream';
  const messages: Message[] = [];
  let over = false;
  const ended = (isStream ? read(response.body!, messages) : Promise.resolve())
    .catch(() => undefined)
    .then(() => {
      over = true;
    });
  const events = () => messages.flatMap(({ data }) => (data === undefined ? [] : [JSON.parse(data) as EventWire]));
  return {
    status: response.status,
    headers: response.headers,
    json: isStream ? null : await response.json(),
    messages,
    events,
    numbers: () =>
      events()
        .filter(({ type }) => type === 'profile.updated')
        .map(numberOf),
    ended,
    isEnded: () => over,
    close: () => gone.abort(),
  };
}

async function read(body: ReadableStream<Uint8Array>, messages: Message[]): Promise<void> {
  for await (const message of messagesOf(body)) messages.push(message);
}

const INSERT = `insert into events (id, created_at, type, profile_id, object_type, object_id, data)
  select gen_random_uuid(), $2, 'profile.updated', $1, 'profile', $1, jsonb_build_object('fields', array[n::text, repeat('x', $5)])
  from generate_series($3::int, $4::int) n`;

/** Writes numbered events into the log of a profile. */
export async function writeEvents(
  t: TestApp,
  profileId: string,
  { from, to, filler = 0 }: { from: number; to?: number; filler?: number },
): Promise<void> {
  await t.pool.query(INSERT, [profileId, t.clock.now(), from, to ?? from, filler]);
}
