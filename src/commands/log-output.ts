import { type DestinationStream, pino } from 'pino';

/**
 * Standard output for the log of a long-lived process. When it breaks (the reader of a pipe ended, the terminal was
 * closed) the log is lost and the service goes on, or ends in order. pino itself covers a broken pipe only; of a closed
 * terminal (EIO) its stream makes an uncaught error, and at the exit it tries to write again for ever.
 */
export function standardOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: true });
  const nothing = () => undefined;
  output.on('error', () => {
    Object.assign(output, { write: nothing, flush: nothing, flushSync: nothing, end: nothing });
  });
  // Whatever else is printed there goes the same way.
  process.stdout.on('error', nothing);
  process.stderr.on('error', nothing);
  return output;
}
