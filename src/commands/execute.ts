import { VERSION } from '../core/version.ts';
import { asksForHelp, UsageError } from './arguments.ts';

type Command = {
  summary: string;
  /** Imported on demand, so that listing the commands doesn't load the server. `run` resolves with the exit code. */
  load(): Promise<{ HELP: string; run(args: string[]): Promise<number> }>;
};

const COMMANDS: Record<string, Command> = {
  serve: {
    summary: 'start the server (with its own PostgreSQL unless DATABASE_URL is set)',
    load: () => import('./serve.ts'),
  },
  worker: {
    summary: 'run background jobs in a separate process (with WORKER=separate)',
    load: () => import('./worker.ts'),
  },
  migrate: {
    summary: 'update the database schema',
    load: () => import('./migrate.ts'),
  },
  openapi: {
    summary: 'print the OpenAPI document',
    load: () => import('./openapi.ts'),
  },
  verify: {
    summary: 'check the consistency of the data',
    load: () => import('./verify.ts'),
  },
  backup: {
    summary: 'write the database and the pictures to one file, and check it',
    load: () => import('./backup.ts'),
  },
  restore: {
    summary: 'restore a backup into an empty instance',
    load: () => import('./restore.ts'),
  },
  'rotate-key': {
    summary: 'encrypt with a new SECRET_KEY what an earlier one has encrypted',
    load: () => import('./rotate-key.ts'),
  },
  'audit-export': {
    summary: 'write the audit log with its hash chains to a file',
    load: () => import('./audit-export.ts'),
  },
  jobs: {
    summary: 'list background jobs, and run those again that failed for good',
    load: () => import('./jobs.ts'),
  },
  seed: {
    summary: 'fill an instance with generated sample data',
    load: () => import('./seed.ts'),
  },
  admin: {
    summary: 'manage accounts, API keys, invitations and more',
    load: () => import('./admin.ts'),
  },
};

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
  return `pronet ${VERSION}\n\nUsage: npm run pronet -- <command> [options]\n\n${lines.join('\n')}\n\nRun \`npm run pronet -- <command> --help\` for the options of a command.\nSettings come from the environment and from .env. They are described in .env.example.`;
}
