import { Readable } from 'node:stream';

/**
 * The bytes of `body` as a stream of its own, once the first of them is there: a source that fails at once fails HERE,
 * where it can still be answered with a status. The source may keep its reader waiting for `waitMs` altogether; time
 * that the reader takes is not counted, but after `totalMs` it is over in any case.
 *
 * A body that breaks off destroys the stream with an error: an answer under way must be cut, never end as if whole.
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
  // Not in the generator: closed before the first read it would not even begin, and leave the source open.
  stream.once('close', () => {
    clearTimeout(end);
    body.destroy();
  });
  return stream;
}
