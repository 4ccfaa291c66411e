import { parseArgs } from 'node:util';
import { createAccount, createInvite } from '../areas/account/admin.ts';
import { StartError } from '../core/start-error.ts';
import { email } from '../core/text.ts';
import { systemCtx } from '../ctx.ts';
import { withInstance } from './instance.ts';

const USAGE = `Usage: npm run pronet -- admin <what> [options]

  create-account --email <address> [--operator] [--name <workspace>]
      makes an account and prints its password, once
  invite [--days <number>]
      makes an invitation that one person can sign up with, and prints it, once`;

type Line = readonly [name: string, value: string];

const SUBCOMMANDS: Record<string, (args: string[]) => Promise<Line[]>> = {
  'create-account': createAccountCommand,
  invite: inviteCommand,
};

/** What only the person who runs the instance may do, by the verbs of the API. */
export async function run([name, ...args]: string[]): Promise<number> {
  const subcommand = name !== undefined && Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
  if (!subcommand || args.includes('--help') || args.includes('-h')) {
    console.log(USAGE);
    return subcommand || name === '--help' || name === '-h' ? 0 : 1;
  }
  const lines = await subcommand(args);
  for (const [label, value] of lines) console.log(`${label}: ${value}`);
  return 0;
}

async function createAccountCommand(args: string[]): Promise<Line[]> {
  const { values } = parseArgs({
    args,
    options: { email: { type: 'string' }, operator: { type: 'boolean' }, name: { type: 'string' } },
  });
  const address = emailFrom(values.email);
  const operator = values.operator ?? false;
  const account = await withInstance((deps) =>
    createAccount(systemCtx(deps, 'admin.create_account'), { email: address, operator, name: values.name }),
  );
  return [
    ['account', account.accountId],
    ['email', account.email],
    ['password', account.password],
    ['operator', String(operator)],
  ];
}

async function inviteCommand(args: string[]): Promise<Line[]> {
  const { values } = parseArgs({ args, options: { days: { type: 'string' } } });
  const days = values.days === undefined ? undefined : Number(values.days);
  if (days !== undefined && !(Number.isInteger(days) && days >= 1 && days <= 365)) {
    throw new StartError('--days: must be a whole number from 1 to 365.');
  }
  const { token, expiresAt } = await withInstance((deps) =>
    createInvite(systemCtx(deps, 'admin.invite'), days === undefined ? {} : { days }),
  );
  return [
    ['invite', token],
    ['expires', expiresAt.toISOString()],
  ];
}

function emailFrom(value: string | undefined): string {
  const parsed = email().safeParse(value);
  if (!parsed.success) throw new StartError('--email: must be an e-mail address.');
  return parsed.data;
}
