import { type DestinationStream, pino } from 'pino';

const BUFFER_BYTES = 16_384;
/** PIPE_BUF of Linux: writes to a pipe up to this size are not mixed with those of other processes. A longer line may be. */
const WHOLE_BYTES = 4096;
const BUFFER_MS = 20;
const WARN = pino.levels.values['warn']!;

type Output = { write(text: string): unknown };

/** Writes log lines together, within 20 ms: a write costs as much as making ten lines. Warnings and errors at once. */
export class BufferedLog implements DestinationStream {
  /** Of the line that is written; pino sets it. */
  lastLevel = 0;
  readonly #output: Output;
  readonly #maxBytes: number;
  #lines = '';
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(output: Output, maxBytes = BUFFER_BYTES) {
    this.#output = output;
    this.#maxBytes = maxBytes;
    Object.assign(this, { [Symbol.for('pino.metadata')]: true });
  }

  write(line: string): void {
    const bytes = Buffer.byteLength(line);
    if (this.#bytes + bytes > this.#maxBytes) this.flushSync();
    this.#lines += line;
    this.#bytes += bytes;
    if (this.lastLevel >= WARN || this.#bytes >= this.#maxBytes) this.flushSync();
    else this.#timer ??= setTimeout(() => this.flushSync(), BUFFER_MS).unref();
  }

  flushSync(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#lines;
    this.#lines = '';
    this.#bytes = 0;
    if (lines !== '') this.#output.write(lines);
  }
}

/**
 * Standard output of a long-lived process. When it breaks (closed pipe or terminal), lines are lost, but the process
 * continues. pino handles only a broken pipe, and with EIO retries endlessly at exit.
 *
 * `isShared`: with other processes.
 */
export function standardOutput({ isShared = false } = {}): DestinationStream {
  const output = pino.destination({ fd: 1, sync: true });
  const nothing = () => undefined;
  output.on('error', () => {
    Object.assign(output, { write: nothing, flush: nothing, flushSync: nothing, end: nothing });
  });
  // Ignore the same errors for all other output.
  process.stdout.on('error', nothing);
  process.stderr.on('error', nothing);
  const log = new BufferedLog(output, isShared ? WHOLE_BYTES : BUFFER_BYTES);
  process.on('exit', () => log.flushSync());
  return log;
}
