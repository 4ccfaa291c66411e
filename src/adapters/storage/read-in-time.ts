import { Readable } from 'node:stream';

/**
 * Returns the bytes of `body` as a new stream once the first chunk has arrived: a source that fails immediately rejects
 * here, where the response can still get an error status. The source may let the reader wait for `waitMs` in total, not
 * counting the time that the reader itself takes. After `totalMs` the stream ends in any case.
 *
 * If the body breaks off, the stream is destroyed with an error, so that the response is cut off instead of looking
 * complete.
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
