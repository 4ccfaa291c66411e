import { secondsOf } from './error.ts';
import { parseJson } from './json.ts';

export type RetryOptions = {
  /** The maximum number of repeats. */
  retries: number;
  /** If the server asks to wait longer than this, its error is returned immediately. */
  maxWaitMs: number;
  /** Whether a repeat takes effect only once. After 429 the request has had none. */
  repeatable: boolean;
};

const FIRST_PAUSE_MS = 250;
/** Most limits are for a minute. */
export const LONGEST_WAIT_MS = 65_000;

/** Repeats a request after 429 and, if it is repeatable, after 503 and a lost connection. */
export async function sendWithRetries(
  request: Request,
  send: (request: Request) => Promise<Response>,
  { retries, maxWaitMs, repeatable }: RetryOptions,
): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    // Written this way so that neither -1 nor NaN repeats forever.
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
  // After a lost connection the server may still process the first attempt.
  if (response.status !== 409 || attempt === 0) return false;
  const body = parseJson(await response.clone().text()) as { error_code?: string } | null | undefined;
  return body?.error_code === 'idempotency_in_progress';
}

export function retryAfterMs(response: Response): number | undefined {
  const seconds = secondsOf(response.headers);
  return seconds === undefined ? undefined : seconds * 1000;
}

/** Rejects when `signal` aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
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
