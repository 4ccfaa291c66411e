import { errorOf, OAuthError, PronetError } from './error.ts';
import { parseJson } from './json.ts';
import { pause, retryAfterMs } from './retry.ts';
import { rootOf } from './root.ts';
import { messagesOf } from './sse.ts';
import type { Event, EventType } from './types.d.ts';

export interface StreamFields {
  /** Where to start: a cursor of a list, of home, or of an event of a stream. Default: now. */
  cursor?: string | undefined;
  /** Only events of these types. */
  types?: readonly EventType[] | undefined;
}

/** An event, and the cursor after it: store it when you have handled the event. */
export interface StreamedEvent {
  event: Event;
  cursor: string;
}

/** The events of a stream, and where it is. */
export interface EventStream extends AsyncGenerator<StreamedEvent, void> {
  /** The position after the events that were handled, also if none has happened. Store it when your program ends. */
  readonly cursor: string | undefined;
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** Three heartbeats: the connection is dead, even if nobody has said so. */
const SILENT_MS = 45_000;

/**
 * Yields events as they happen, without a gap: reconnects with the last cursor after a lost connection, with growing
 * pauses while the server can't be reached. Throws a `PronetError` if the server refuses the stream.
 */
export function streamEvents(
  send: (request: Request) => Promise<Response>,
  refusal: Refusal,
  baseUrl: string,
  fields: StreamFields,
  signal?: AbortSignal,
): EventStream {
  const position: Position = { cursor: fields.cursor };
  const events = readEvents(send, refusal, baseUrl, fields, position, signal);
  return Object.defineProperty(events, 'cursor', { get: () => position.cursor }) as EventStream;
}

type Position = { cursor: string | undefined };
/** What to throw for an error of the server that waiting does not help. */
type Refusal = (error: PronetError, request: Request) => Promise<PronetError>;

async function* readEvents(
  send: (request: Request) => Promise<Response>,
  refusal: Refusal,
  baseUrl: string,
  { cursor, types }: StreamFields,
  position: Position,
  signal: AbortSignal = new AbortController().signal,
): AsyncGenerator<StreamedEvent, void> {
  const url = new URL(`${rootOf(baseUrl)}/v1/events/stream`);
  if (types) url.searchParams.set('types', types.join());
  if (cursor) url.searchParams.set('cursor', cursor);
  let last = '';
  let retryMs = FIRST_PAUSE_MS;
  for (let failures = 0; !signal.aborted; failures++) {
    const attempt = new AbortController();
    const stop = () => attempt.abort();
    signal.addEventListener('abort', stop);
    let silence = setTimeout(stop, SILENT_MS);
    let askedMs = 0;
    try {
      const headers = { accept: 'text/event-stream', ...(last && { 'last-event-id': last }) };
      const request = new Request(url, { headers, signal: attempt.signal, cache: 'no-store' });
      const response = await send(request);
      if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
        askedMs = await waitOf(response, (error) => refusal(error, request));
      } else if (response.body) {
        for await (const { id, data, retry } of messagesOf(response.body)) {
          // Not while the event is being handled.
          clearTimeout(silence);
          failures = -1;
          retryMs = retry ?? retryMs;
          last = id ?? last;
          if (data !== undefined) yield { event: JSON.parse(data) as Event, cursor: last };
          // Only now has the event been handled.
          position.cursor = last || position.cursor;
          silence = setTimeout(stop, SILENT_MS);
        }
      }
    } catch (error) {
      if (isRefusal(error)) throw error;
    } finally {
      clearTimeout(silence);
      signal.removeEventListener('abort', stop);
      attempt.abort();
    }
    const pauseMs = Math.min(retryMs * 2 ** Math.max(failures, 0), LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2);
    await pause(Math.max(pauseMs, askedMs), signal).catch(() => undefined);
  }
}

/** How long the server asks to wait after an error. Throws if waiting does not help. */
async function waitOf(response: Response, refusal: (error: PronetError) => Promise<PronetError>): Promise<number> {
  const { status } = response;
  const text = await response.text();
  if (status < 500 && status !== 429) throw await refusal(errorOf(response, parseJson(text)));
  return retryAfterMs(response) ?? 0;
}

/** Also one of the function that gives the token. */
function isRefusal(error: unknown): boolean {
  if (error instanceof PronetError) return error.code !== 'connection_failed';
  return error instanceof OAuthError && error.status < 500;
}
