import { Readable } from 'node:stream';
import type { FastifyRequest, RequestPayload } from 'fastify';

const BLOCK_BYTES = 1024 * 1024;

/** The body as a stream of large blocks; forms, whose parser reads `request.raw`, stay as they are. */
export function inBlocks(request: FastifyRequest, body: RequestPayload): RequestPayload {
  return /^multipart\//i.test(request.headers['content-type'] ?? '') ? body : new BodyBlocks(body);
}

/**
 * Copies a body into blocks of 1 MiB. Hundreds of chunks of 64 KiB, kept until the body is complete, fragment the C
 * heap. Starts the body when it is read itself, so that later hooks see the request first.
 */
class BodyBlocks extends Readable {
  #started = false;
  #block = Buffer.alloc(0);
  #used = 0;
  readonly #body: RequestPayload;

  constructor(body: RequestPayload) {
    super();
    this.#body = body;
    // The reader detaches from a body that it refuses; a connection that breaks afterwards must not end the process.
    this.on('error', () => undefined);
  }

  override _read(): void {
    if (!this.#started) this.#start();
    this.#body.resume();
  }

  #start(): void {
    this.#started = true;
    this.#body.on('data', (chunk: Buffer) => this.#add(chunk));
    this.#body.once('error', (error) => this.destroy(error));
    this.#body.once('end', () => {
      this.#send();
      this.push(null);
    });
  }

  #add(chunk: Buffer): void {
    for (let read = 0; read < chunk.length; ) {
      if (this.#used === this.#block.length) this.#send();
      const copied = chunk.copy(this.#block, this.#used, read);
      this.#used += copied;
      read += copied;
    }
  }

  #send(): void {
    if (this.#used > 0 && !this.push(this.#block.subarray(0, this.#used))) this.#body.pause();
    this.#block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
    this.#used = 0;
  }
}
