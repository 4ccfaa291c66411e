#!/usr/bin/env node
import './storage/thread-pool.ts';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import packageJson from '../package.json' with { type: 'json' };
import { StartError } from './core/start-error.ts';

// The next start reads what this one has compiled: a second less. In nobody's reach but ours; where it can not be written, without.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));

type Command = {
  summary: string;
  /** Imported when called: `--help` must not load the server. Resolves with the exit code. */
  load(): Promise<{ run(args: string[]): Promise<number> }>;
};

const COMMANDS: Record<string, Command> = {
  serve: {
    summary: 'start the server (and, without DATABASE_URL, its own PostgreSQL)',
    load: () => import('./commands/serve.ts'),
  },
  worker: {
    summary: 'run background jobs in a process of their own (WORKER=separate)',
    load: () => import('./commands/worker.ts'),
  },
  migrate: {
    summary: 'bring the schema up to date and end',
    load: () => import('./commands/migrate.ts'),
  },
  openapi: {
    summary: 'print the OpenAPI document',
    load: () => import('./commands/openapi.ts'),
  },
  verify: {
    summary: 'check the data against the rules that must always hold (--media: the files of pictures, too)',
    load: () => import('./commands/verify.ts'),
  },
  seed: {
    summary: 'fill an instance with an invented network, for trying things out: see `seed --help`',
    load: () => import('./commands/seed.ts'),
  },
  admin: {
    summary: 'accounts, API keys and invitations: see `admin --help`',
    load: () => import('./commands/admin.ts'),
  },
};

async function main([name, ...args]: string[]): Promise<number> {
  refuseOldNode();
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    console.log(usage());
    return name === undefined ? 1 : 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new StartError(`There is no command of this name. Try: npm run pronet -- --help`);
  const { run } = await command.load();
  return run(args);
}

function usage(): string {
  const names = Object.keys(COMMANDS);
  const width = Math.max(...names.map((name) => name.length)) + 2;
  const lines = names.map((name) => `  ${name.padEnd(width)}${COMMANDS[name]!.summary}`);
  return `pronet ${packageJson.version}\n\nUsage: npm run pronet -- <command> [options]\n\n${lines.join('\n')}\n\nSettings come from the environment and from .env; .env.example explains each.`;
}

/** `npm start` runs on the Node that comes with the packages; this is for whoever starts the program by hand. */
function refuseOldNode(): void {
  const wanted = packageJson.engines.node.replace('>=', '');
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = wanted.split('.').map(Number);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  throw new StartError(
    `pronet needs Node.js ${wanted} or newer, and this is ${process.versions.node}. Use \`npm start\`: it brings its own.`,
  );
}

main(process.argv.slice(2)).then(
  (exitCode) => leave(exitCode, process.stdout, ''),
  (error: unknown) => {
    // Wrong options of a command are the caller's, like a wrong setting: one line, no stack.
    const isForPerson =
      error instanceof StartError || String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');
    leave(1, process.stderr, `pronet: ${isForPerson ? (error as Error).message : (error as Error)?.stack}\n`);
  },
);

/** Ends once everything is written: to a pipe that may be later than now. What is still open is of no use any more. */
function leave(exitCode: number, stream: NodeJS.WriteStream, lastWords: string): void {
  stream.on('error', () => undefined);
  stream.write(lastWords, () => process.exit(exitCode));
}
