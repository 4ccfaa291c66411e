import './storage/thread-pool.ts';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { UsageError } from './commands/arguments.ts';
import { execute } from './commands/execute.ts';
import { StartError } from './core/start-error.ts';

// The next start reads what this one has compiled and is a second faster. Works without where it cannot be written.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));

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

/** A wrong setting, or what the machine refuses (a full disk, a file of another user): one line says it, no stack. */
function isForPerson(error: unknown): error is Error {
  return error instanceof StartError || (error instanceof Error && 'syscall' in error && 'errno' in error);
}

/** Exits once everything is written, which takes a moment on a pipe. */
function leave(exitCode: number, stream: NodeJS.WriteStream, lastWords: string): void {
  stream.on('error', () => undefined);
  stream.write(lastWords, () => process.exit(exitCode));
}
