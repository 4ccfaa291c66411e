import { Readable } from 'node:stream';

/**
 * The bytes of `body` once the first chunk has arrived: an immediate failure rejects here, where an error status is
 * still possible. The reader may wait for `waitMs` in total; after `totalMs` the stream ends.
 *
 * If the body breaks off, the stream is destroyed, so that the response doesn't look complete.
 */
export async function readInTime(
  body: Readable,
  { waitMs, totalMs }: { waitMs: number; totalMs: number },
): Promise<Readable> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let leftMs = waitMs;

  async function next(): Promise<IteratorResult<Buffer>> {
    const beganAt = performance.now();
    const timer = setTimeout(() => body.destroy(new Error(`kept waiting for ${waitMs} ms`)), leftMs);
    try {
      return await chunks.next();
    } finally {
      clearTimeout(timer);
      leftMs = Math.max(1, leftMs - (performance.now() - beganAt));
    }
  }

  async function* rest(): AsyncGenerator<Buffer> {
    for (let chunk = first; !chunk.done; chunk = await next()) yield chunk.value;
  }

  const end = setTimeout(() => body.destroy(new Error(`not read within ${totalMs} ms`)), totalMs).unref();
  const first = await next().catch((error: unknown) => {
    clearTimeout(end);
    throw error;
  });
  const stream = Readable.from(rest(), { objectMode: false });
  // Not in the generator: if the stream is closed before the first read, the generator never starts.
  stream.once('close', () => {
    clearTimeout(end);
    body.destroy();
  });
  return stream;
}
