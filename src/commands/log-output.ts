import { type DestinationStream, pino } from 'pino';

/**
 * Standard output for the log of a long-lived process. When it breaks (closed pipe or terminal), further log lines are
 * lost, but the process continues or shuts down normally. pino handles only a broken pipe: with a closed terminal (EIO)
 * its stream throws an uncaught error and retries endlessly at exit.
 */
export function standardOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: true });
  const nothing = () => undefined;
  output.on('error', () => {
    Object.assign(output, { write: nothing, flush: nothing, flushSync: nothing, end: nothing });
  });
  // Ignore the same errors for all other output.
  process.stdout.on('error', nothing);
  process.stderr.on('error', nothing);
  return output;
}
