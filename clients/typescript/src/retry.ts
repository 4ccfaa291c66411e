import { parseJson } from './json.ts';

export type RetryOptions = {
  /** How often a request is repeated at most. */
  retries: number;
  /** What the server asks to wait longer than this is answered at once, as its error. */
  maxWaitMs: number;
};

const FIRST_PAUSE_MS = 250;

/**
 * Sends a request again where that can help: after 429 and 503 when the server says so, and after a lost connection.
 * A write is sent again only if it carries a credential, since the server forgets the `Idempotency-Key` of anybody else;
 * for one that takes no key at all, give no `retries`.
 */
export async function sendWithRetries(
  request: Request,
  send: (request: Request) => Promise<Response>,
  { retries, maxWaitMs }: RetryOptions,
): Promise<Response> {
  const repeatable = request.method === 'GET' || request.method === 'HEAD' || request.headers.has('authorization');
  for (let attempt = 0; ; attempt++) {
    // Asked this way round, so that neither -1 nor NaN repeats for ever.
    const last = !(attempt < retries);
    const pauseMs = FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random());
    try {
      const response = await send(last ? request : request.clone());
      if (last || !(await asksToRepeat(response, repeatable, attempt))) return response;
      const waitMs = retryAfterMs(response) ?? pauseMs;
      if (waitMs > maxWaitMs) return response;
      await response.body?.cancel();
      await pause(waitMs, request.signal);
    } catch (error) {
      if (last || !repeatable || request.signal.aborted) throw error;
      await pause(pauseMs, request.signal);
    }
  }
}

async function asksToRepeat(response: Response, repeatable: boolean, attempt: number): Promise<boolean> {
  if (response.status === 429) return true;
  if (response.status === 503) return repeatable;
  // The connection was lost, and the server is still at work on what it had got.
  if (response.status !== 409 || attempt === 0) return false;
  const body = parseJson(await response.clone().text()) as { error_code?: string } | null | undefined;
  return body?.error_code === 'idempotency_in_progress';
}

function retryAfterMs(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : undefined;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
