import { VERSION } from '../core/version.ts';
import { asksForHelp, UsageError } from './arguments.ts';

type Command = {
  summary: string;
  /** Imported when called: the list of commands must not load the server. `run` resolves with the exit code. */
  load(): Promise<{ HELP: string; run(args: string[]): Promise<number> }>;
};

const COMMANDS: Record<string, Command> = {
  serve: {
    summary: 'start the server (without DATABASE_URL, with its own PostgreSQL)',
    load: () => import('./serve.ts'),
  },
  worker: {
    summary: 'run background jobs in a separate process (WORKER=separate)',
    load: () => import('./worker.ts'),
  },
  migrate: {
    summary: 'bring the database schema up to date',
    load: () => import('./migrate.ts'),
  },
  openapi: {
    summary: 'print the OpenAPI document',
    load: () => import('./openapi.ts'),
  },
  verify: {
    summary: 'check the data against the rules that must always hold',
    load: () => import('./verify.ts'),
  },
  seed: {
    summary: 'fill an instance with an invented network to try things on',
    load: () => import('./seed.ts'),
  },
  admin: {
    summary: 'manage accounts, API keys, invitations and more',
    load: () => import('./admin.ts'),
  },
};

/** Runs the command that the arguments name. Resolves with the exit code. */
export async function execute([name, ...args]: string[]): Promise<number> {
  if (name === '--help' || name === '-h' || name === 'help') {
    console.log(usage());
    return 0;
  }
  if (name === undefined) throw new UsageError('no command given. Try: npm run pronet -- --help');
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(`unknown command ${JSON.stringify(name)}. Try: npm run pronet -- --help`);
  const { HELP, run } = await command.load();
  if (asksForHelp(args)) {
    console.log(HELP);
    return 0;
  }
  return run(args);
}

function usage(): string {
  const names = Object.keys(COMMANDS);
  const width = Math.max(...names.map((name) => name.length)) + 2;
  const lines = names.map((name) => `  ${name.padEnd(width)}${COMMANDS[name]!.summary}`);
  return `pronet ${VERSION}\n\nUsage: npm run pronet -- <command> [options]\n\n${lines.join('\n')}\n\n\`npm run pronet -- <command> --help\` explains one command.\nSettings come from the environment and from .env; .env.example explains each.`;
}
