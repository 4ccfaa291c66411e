/** Sending this much takes about as long as all other work of a request. */
export const LARGE_BYTES = 32 * 1024;
const AT_ONCE = 4;

const waiting: (() => void)[] = [];

/** Resolves in turn with the other large responses, a few in each round of the event loop: small ones get in between. */
export function turnToSend(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(next);
  });
}

function next(): void {
  for (const send of waiting.splice(0, AT_ONCE)) send();
  if (waiting.length > 0) setImmediate(next);
}
