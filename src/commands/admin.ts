import { createAccount } from '../areas/account/admin.ts';
import { createInvite } from '../areas/account/invites.ts';
import { removeSecondFactorOf } from '../areas/account/second-factor.ts';
import { suspendAccount } from '../areas/account/suspension.ts';
import { createKeyFor } from '../areas/keys/admin.ts';
import { presentKey } from '../areas/keys/present.ts';
import { CreateKeyBody } from '../areas/keys/schemas.ts';
import { LIMITS } from '../core/limits.ts';
import { ALL_SCOPES } from '../core/scopes.ts';
import { StartError } from '../core/start-error.ts';
import { email, line } from '../core/text.ts';
import { systemCtx } from '../ctx.ts';
import { registerClient } from '../oauth/clients.ts';
import { isAllowedRedirect } from '../oauth/redirects.ts';
import { type Line, OPERATOR_COMMANDS } from './admin-operator.ts';
import { readOptions, seeHelp, UsageError } from './arguments.ts';
import { withInstance } from './instance.ts';

export const HELP = `Usage: npm run pronet -- admin <subcommand> [options]

  create-account --email <address> [--operator] [--name <workspace>]
      create an account and print its password; it is not shown again
  operator --email <address> --roles moderate,operate|none
      give an account these roles of an operator, and no others: moderate acts on reports, and operate runs the server
  create-key --email <address> [--name <name>] [--scopes <scope,...>] [--profiles <id,...>]
             [--for-agent] [--expires <ISO 8601 time>]
      create an API key for that account and print its secret; it is not shown again
      (default: scope all:all, all profiles that the account owns)
  suspend --email <address> --reason <text>
  suspend --email <address> --lift
      hide the account's profiles and reject its keys until the suspension is lifted; the owner sees the reason
  remove-second-factor --email <address>
      turn two-step sign-in off for a member who has lost phone and recovery codes; make sure that it is them
  reports [--status open|resolved|dismissed] [--limit <number>]
      list reports from members, newest first
  reports --settle <report> --as resolved|dismissed
      close a report and all other open reports of the same target
  verify-profile --profile <id or username> [--undo]
      confirm that a profile is who its name says
  set-plan --profile <id or username> --plan core|pro|business
      change the plan of a profile
  set-autofollow --profile <id or username> [--undo]
      recommend a profile to new members
  golden-ticket --post <id> [--undo]
      mark a post as a golden ticket
  oauth-client --name <name> --redirect <URI> [--redirect <URI> ...]
      register an OAuth app and print its client_id; redirect URIs use https, a loopback address (any port)
      or a private scheme (com.example.app:/callback); users' consent is remembered
  invite [--days <number>]
      create an invitation with which one person can sign up, and print it; it is not shown again`;

const FACTOR_PAGE = '/console/account/second-factor';

const SUBCOMMANDS: Record<string, (args: string[]) => Promise<Line[]>> = {
  ...OPERATOR_COMMANDS,
  'create-account': createAccountCommand,
  'create-key': createKeyCommand,
  invite: inviteCommand,
  'oauth-client': oauthClientCommand,
  'remove-second-factor': removeSecondFactorCommand,
  suspend: suspendCommand,
};

export async function run([name, ...args]: string[]): Promise<number> {
  if (name === undefined) throw new UsageError(`admin: no subcommand given. ${seeHelp('admin')}`);
  const subcommand = Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
  if (!subcommand) throw new UsageError(`admin: unknown subcommand ${JSON.stringify(name)}. ${seeHelp('admin')}`);
  const lines = await subcommand(args);
  for (const [label, value] of lines) console.log(`${label}: ${value}`);
  return 0;
}

async function createAccountCommand(args: string[]): Promise<Line[]> {
  const values = readOptions('admin create-account', args, {
    email: { type: 'string' },
    operator: { type: 'boolean' },
    name: { type: 'string' },
  });
  const address = emailFrom(values.email);
  const operator = values.operator ?? false;
  const account = await withInstance(async (deps) => ({
    ...(await createAccount(systemCtx(deps, 'admin.create_account'), { email: address, operator, name: values.name })),
    factorUrl: operator && deps.config.operatorsNeedSecondFactor ? `${deps.config.authUrl}${FACTOR_PAGE}` : null,
  }));
  return [
    ['account', account.accountId],
    ['email', account.email],
    ['password', account.password],
    ['operator', String(operator)],
    ...(account.factorUrl === null ? [] : [['first turn on two-step sign-in', account.factorUrl] as const]),
  ];
}

async function createKeyCommand(args: string[]): Promise<Line[]> {
  const values = readOptions('admin create-key', args, {
    email: { type: 'string' },
    name: { type: 'string', default: 'created by the operator' },
    scopes: { type: 'string', default: 'all:all' },
    profiles: { type: 'string' },
    'for-agent': { type: 'boolean', default: false },
    expires: { type: 'string' },
  });
  const address = emailFrom(values.email);
  const wanted = CreateKeyBody.partial({ profile_ids: true }).safeParse({
    name: values.name,
    scopes: words(values.scopes),
    for_agent: values['for-agent'],
    ...(values.profiles === undefined ? {} : { profile_ids: words(values.profiles) }),
    ...(values.expires === undefined ? {} : { expires_at: values.expires }),
  });
  if (!wanted.success) throw new UsageError(refusalOf(wanted.error.issues[0]!));
  const { name, scopes, profile_ids: profileIds, for_agent: forAgent, expires_at } = wanted.data;
  const expiresAt = expires_at === undefined ? undefined : new Date(expires_at);
  const { key, secret } = await withInstance((deps) =>
    createKeyFor(systemCtx(deps, 'admin.create_key'), {
      email: address,
      name,
      scopes,
      profileIds,
      forAgent,
      expiresAt,
    }),
  );
  return [
    ['key', presentKey(key).id],
    ['secret', secret],
  ];
}

async function inviteCommand(args: string[]): Promise<Line[]> {
  const values = readOptions('admin invite', args, { days: { type: 'string' } });
  const days = values.days === undefined ? undefined : Number(values.days);
  if (days !== undefined && !(Number.isInteger(days) && days >= 1 && days <= 365)) {
    throw new UsageError('--days: must be a whole number from 1 to 365.');
  }
  const { token, expiresAt } = await withInstance((deps) =>
    createInvite(systemCtx(deps, 'admin.invite'), days === undefined ? {} : { days }),
  );
  return [
    ['invite', token],
    ['expires', expiresAt.toISOString()],
  ];
}

const CLIENT_NAME_MAX_LENGTH = 80;

async function oauthClientCommand(args: string[]): Promise<Line[]> {
  const values = readOptions('admin oauth-client', args, {
    name: { type: 'string' },
    redirect: { type: 'string', multiple: true, default: [] },
  });
  const name = line(CLIENT_NAME_MAX_LENGTH, { min: 1 }).safeParse(values.name);
  if (!name.success) throw new UsageError(`--name: must be one line of 1 to ${CLIENT_NAME_MAX_LENGTH} characters.`);
  const redirectUris = values.redirect;
  const invalid = redirectUris.find((address) => !isAllowedRedirect(address, { privateUse: true }));
  if (invalid !== undefined || redirectUris.length === 0) {
    throw new UsageError(
      '--redirect: must use https, http on a loopback address, or a private scheme such as com.example.app:/callback.',
    );
  }
  const client = await withInstance((deps) =>
    registerClient(systemCtx(deps, 'admin.oauth_client'), { name: name.data, redirectUris }, 'registered'),
  );
  return [['client_id', client.clientId]];
}

async function suspendCommand(args: string[]): Promise<Line[]> {
  const values = readOptions('admin suspend', args, {
    email: { type: 'string' },
    reason: { type: 'string' },
    lift: { type: 'boolean', default: false },
  });
  const address = emailFrom(values.email);
  if (values.lift === (values.reason !== undefined)) throw new UsageError('Give either --reason or --lift.');
  const reason = values.lift ? null : reasonFrom(values.reason);
  const done = await withInstance((deps) =>
    suspendAccount(systemCtx(deps, 'admin.suspend'), { email: address, reason }),
  );
  if (!done) throw new StartError('No account has this e-mail address.');
  const { accountId, suspendedAt } = done;
  return [
    ['account', accountId],
    ['suspended', suspendedAt?.toISOString() ?? 'no'],
  ];
}

async function removeSecondFactorCommand(args: string[]): Promise<Line[]> {
  const values = readOptions('admin remove-second-factor', args, { email: { type: 'string' } });
  const address = emailFrom(values.email);
  const account = await withInstance((deps) =>
    removeSecondFactorOf(systemCtx(deps, 'admin.remove_second_factor'), { email: address }),
  );
  if (!account) throw new StartError('No account with a second factor has this e-mail address.');
  return [
    ['account', account.account_id],
    ['second factor', 'off'],
  ];
}

function reasonFrom(value: string | undefined): string {
  const parsed = line(LIMITS.suspension_reason.max_length, { min: 1 }).safeParse(value);
  if (!parsed.success)
    throw new UsageError(`--reason: must be one line of 1 to ${LIMITS.suspension_reason.max_length} characters.`);
  return parsed.data;
}

const KEY_OPTIONS: Record<string, string> = {
  name: `--name: must be one line of 1 to ${LIMITS.api_key_name.max_length} characters.`,
  scopes: `--scopes: must be a comma-separated list of ${ALL_SCOPES.join(', ')}.`,
  profile_ids: '--profiles: must be a comma-separated list of profile ids.',
  expires_at: '--expires: must be an ISO 8601 time such as 2027-01-31T12:00:00Z.',
};

function refusalOf({ path, message }: { path: PropertyKey[]; message: string }): string {
  const field = String(path[0]);
  return KEY_OPTIONS[field] ?? `${field}: ${message}`;
}

function words(list: string): string[] {
  return list.split(',').map((word) => word.trim());
}

function emailFrom(value: string | undefined): string {
  const parsed = email().safeParse(value);
  if (!parsed.success) throw new UsageError('--email: must be an e-mail address.');
  return parsed.data;
}
