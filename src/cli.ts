import './adapters/storage/thread-pool.ts';
import { UsageError } from './commands/arguments.ts';
import { execute } from './commands/execute.ts';
import { StartError } from './core/start-error.ts';

execute(process.argv.slice(2)).then(
  (exitCode) => leave(exitCode, process.stdout, ''),
  (error: unknown) => {
    leave(
      error instanceof UsageError ? 2 : 1,
      process.stderr,
      `pronet: ${isForPerson(error) ? error.message : (error as Error)?.stack}\n`,
    );
  },
);

/** Wrong settings and system errors (disk full, permission denied) are printed as one line without a stack trace. */
function isForPerson(error: unknown): error is Error {
  return error instanceof StartError || (error instanceof Error && 'syscall' in error && 'errno' in error);
}

/** Exits after all output is written, which can take a moment on a pipe. */
function leave(exitCode: number, stream: NodeJS.WriteStream, lastWords: string): void {
  stream.on('error', () => undefined);
  stream.write(lastWords, () => process.exit(exitCode));
}
