import { setOperatorRoles } from '../areas/account/operator-roles.ts';
import { setGoldenTicket } from '../areas/operator/posts.ts';
import { type Changed, setAutofollow, setPlan, verifyProfile } from '../areas/operator/profiles.ts';
import { listQueuedReports, type QueuedReport } from '../areas/operator/reports.ts';
import { settleReports } from '../areas/reports/settle.ts';
import { ACTIVE_PLANS, REPORT_STATUSES } from '../core/enums.ts';
import { LIMITS } from '../core/limits.ts';
import { OPERATOR_ROLES } from '../core/operator-roles.ts';
import { StartError } from '../core/start-error.ts';
import { preview } from '../core/text.ts';
import { type Ctx, systemCtx } from '../ctx.ts';
import { readOptions, UsageError } from './arguments.ts';
import { withInstance } from './instance.ts';

export type Line = readonly [name: string, value: string];

const SETTLED = ['resolved', 'dismissed'] as const;

/** Commands for tasks that operators can also do in the console, with the same service functions. */
export const OPERATOR_COMMANDS: Record<string, (args: string[]) => Promise<Line[]>> = {
  reports: reportsCommand,
  'verify-profile': (args) => onProfile(args, 'verify_profile', verifyProfile),
  'set-autofollow': (args) => onProfile(args, 'set_autofollow', setAutofollow),
  'set-plan': setPlanCommand,
  operator: operatorCommand,
  'golden-ticket': goldenTicketCommand,
};

const asOperator = <T>(command: string, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  withInstance((deps) => work(systemCtx(deps, `admin.${command}`)));

/** The value of an option, which must be one of `allowed`. */
function oneOf<Value extends string>(option: string, allowed: readonly Value[], given: string | undefined): Value {
  const value = allowed.find((one) => one === given);
  if (value === undefined) throw new UsageError(`--${option}: must be one of ${allowed.join(', ')}.`);
  return value;
}

function required(option: string, given: string | undefined): string {
  if (!given) throw new UsageError(`--${option}: is required.`);
  return given;
}

function changedLines(kind: string, changed: Changed | undefined): Line[] {
  if (!changed) throw new StartError(`This ${kind} does not exist.`);
  return [
    [kind, changed.id],
    ['changed', String(changed.changed)],
  ];
}

async function onProfile(
  args: string[],
  command: string,
  change: (ctx: Ctx, profile: string, on: boolean) => Promise<Changed | undefined>,
): Promise<Line[]> {
  const values = readOptions(`admin ${command.replaceAll('_', '-')}`, args, {
    profile: { type: 'string' },
    undo: { type: 'boolean', default: false },
  });
  const profile = required('profile', values.profile);
  return changedLines('profile', await asOperator(command, (ctx) => change(ctx, profile, !values.undo)));
}

async function operatorCommand(args: string[]): Promise<Line[]> {
  const values = readOptions('admin operator', args, { email: { type: 'string' }, roles: { type: 'string' } });
  const address = required('email', values.email);
  const named = required('roles', values.roles);
  const roles = named === 'none' ? [] : named.split(',').map((role) => oneOf('roles', OPERATOR_ROLES, role.trim()));
  const done = await asOperator('set_operator_roles', (ctx) => setOperatorRoles(ctx, { email: address, roles }));
  if (!done) throw new StartError('No account has this e-mail address.');
  return [
    ['account', done.accountId],
    ['roles', done.roles.join(', ') || 'none'],
    ['changed', String(done.changed)],
  ];
}

async function setPlanCommand(args: string[]): Promise<Line[]> {
  const values = readOptions('admin set-plan', args, { profile: { type: 'string' }, plan: { type: 'string' } });
  const profile = required('profile', values.profile);
  const plan = oneOf('plan', ACTIVE_PLANS, values.plan);
  return changedLines('profile', await asOperator('set_plan', (ctx) => setPlan(ctx, profile, plan)));
}

async function goldenTicketCommand(args: string[]): Promise<Line[]> {
  const values = readOptions('admin golden-ticket', args, {
    post: { type: 'string' },
    undo: { type: 'boolean', default: false },
  });
  const post = required('post', values.post);
  return changedLines('post', await asOperator('golden_ticket', (ctx) => setGoldenTicket(ctx, post, !values.undo)));
}

async function reportsCommand(args: string[]): Promise<Line[]> {
  const values = readOptions('admin reports', args, {
    status: { type: 'string', default: 'open' },
    limit: { type: 'string', default: String(LIMITS.page.default) },
    settle: { type: 'string' },
    as: { type: 'string' },
  });
  if (values.settle !== undefined) return settleCommand(values.settle, oneOf('as', SETTLED, values.as));
  const status = oneOf('status', REPORT_STATUSES, values.status);
  const limit = Number(values.limit);
  if (!(Number.isInteger(limit) && limit >= LIMITS.page.min && limit <= LIMITS.page.max)) {
    throw new UsageError(`--limit: must be a whole number from ${LIMITS.page.min} to ${LIMITS.page.max}.`);
  }
  const { items } = await asOperator('list_reports', (ctx) => listQueuedReports(ctx, { status, limit }));
  return items.length === 0 ? [['reports', 'none']] : items.flatMap(reportLines);
}

async function settleCommand(id: string, status: (typeof SETTLED)[number]): Promise<Line[]> {
  const done = await asOperator('settle_report', (ctx) =>
    settleReports(ctx, id, status === 'dismissed' ? 'dismiss' : 'resolve'),
  );
  if (!done) throw new StartError('This report does not exist.');
  return [['settled', String(done.settled)]];
}

/** Quotes text from members as one line, so that it can't imitate the output of this command. */
const quoted = (text: string): string => JSON.stringify(preview(text).preview);

function reportLines(report: QueuedReport): Line[] {
  const by = `${report.reason}, by @${report.reporter_username}, ${report.created_at.toISOString()}`;
  const whose = report.target_username === null ? 'a guest' : `@${report.target_username}`;
  return [
    ['report', `${report.id} (${report.status})`],
    ['  for', by],
    ['  target', `${report.target_type} ${report.target_id} of ${whose}${report.target_is_gone ? ', gone' : ''}`],
    ...(report.comment ? [['  comment', quoted(report.comment)] as const] : []),
    ...(report.target_text ? [['  text', quoted(report.target_text)] as const] : []),
  ];
}
