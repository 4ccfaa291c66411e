import { requirePrincipal } from '../../auth/require.ts';
import { fail, failFields } from '../../core/errors.ts';
import { firstIdAt, idOrNone } from '../../core/ids.ts';
import { earlierJobOperation } from '../../core/job-operation.ts';
import { LAST_ID, type Page, readCursor, toPage } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { alias, type SQL, sql } from '../../db/drizzle.ts';
import { type Selected, selectList } from '../../db/query.ts';
import { auditLog } from '../../db/schema/journal.ts';
import { type ParameterTypes, p, type Statement, statement, type ValuesOf } from '../../db/statement.ts';
import { NOT_ATTACHED } from './hints.ts';
import type { AuditInput } from './schemas.ts';

const al = alias(auditLog, 'al');

const entryFields = {
  id: al.id,
  created_at: al.createdAt,
  operation: al.operation,
  principal_type: al.principalType,
  principal_id: al.principalId,
  profile_id: al.profileId,
  manager_profile_id: al.managerProfileId,
  grant_id: al.grantId,
  object_type: al.objectType,
  object_id: al.objectId,
  request_id: al.requestId,
};

/** A row of the audit log. Has the name of the credential if that belongs to the caller's account. */
export type AuditRow = Selected<typeof entryFields> & { principal_name: string | null; by_operator: boolean };

const accountId = p('account_id', 'uuid');
/** A credential of another account acts through a grant, or as the operator. */
const byOperator = sql`(al.principal_id is not null and al.manager_profile_id is null and al.account_id is distinct from ${accountId})`;
const allOf = p('all_of_account_id', 'uuid');
/** Written as a filter on rows; otherwise Postgres would read all entries of an account by index and sort them. */
const byCaller = sql`al.account_id is not distinct from ${accountId}
  and (${p('only_principal_id', 'uuid')} is null or al.principal_id = ${p('only_principal_id', 'uuid')})`;

/** The values of a filter that is not given are not read. */
const FILTERED = { operation: 'text?', earlier_operation: 'text?', manager_profile_id: 'uuid?' } as const;
const LISTED = {
  whole_ids: 'uuid[]',
  shared_ids: 'uuid[]',
  account_id: 'uuid',
  all_of_account_id: 'uuid?',
  only_principal_id: 'uuid?',
  before_id: 'uuid',
  from_id: 'uuid',
  rows: 'int',
} as const satisfies ParameterTypes;
type AuditList = Statement<AuditRow, ValuesOf<typeof LISTED & typeof FILTERED>>;

const FILTERS = {
  operation: sql`al.operation = ${p('operation', 'text')}`,
  job: sql`al.operation in (${p('operation', 'text')}, ${p('earlier_operation', 'text')})`,
  manager: sql`al.manager_profile_id = ${p('manager_profile_id', 'uuid')}`,
};

/** The newest rows from one index walk. */
const walk = (owner: SQL, filters: readonly SQL[]): SQL => sql`(select al.* from audit_log al
  where ${sql.join([owner, sql`al.id < ${p('before_id', 'uuid')}`, ...filters], sql` and `)}
  order by al.id desc limit ${p('rows', 'int')})`;

/**
 * One index walk for each profile with a full log, each profile where only the account's entries are visible, and the
 * account. Each returns at most a page. `since` is applied after the walks: with two bounds Postgres would expect few
 * rows. Each set of filters has its own statement, for index conditions.
 */
const auditList = (name: string, types: ParameterTypes, ...filters: SQL[]): AuditList =>
  statement(
    name,
    { ...LISTED, ...types },
    sql<AuditRow>`select ${selectList(entryFields)}, c.name as principal_name, ${byOperator} as by_operator
      from (
        select w.* from unnest(${p('whole_ids', 'uuid[]')}) as q(id) cross join lateral ${walk(sql`al.profile_id = q.id`, filters)} w
        union select w.* from unnest(${p('shared_ids', 'uuid[]')}) as q(id)
          cross join lateral ${walk(sql`al.profile_id = q.id and ${byCaller}`, filters)} w
        union select w.* from ${walk(filters.includes(FILTERS.manager) ? sql`${allOf} is not null and ${byCaller}` : sql`al.account_id = ${allOf}`, filters)} w
      ) al
      left join credentials c on c.id = al.principal_id and c.account_id = ${accountId}
      where al.id >= ${p('from_id', 'uuid')}
      order by al.id desc limit ${p('rows', 'int')}`,
  );

const list = auditList('audit.list', {});
const listOperation = auditList('audit.list_operation', { operation: 'text?' }, FILTERS.operation);
const listJob = auditList('audit.list_job', { operation: 'text?', earlier_operation: 'text?' }, FILTERS.job);
const listManager = auditList('audit.list_manager', { manager_profile_id: 'uuid?' }, FILTERS.manager);
const listBoth = auditList(
  'audit.list_operation_of_manager',
  { operation: 'text?', manager_profile_id: 'uuid?' },
  FILTERS.operation,
  FILTERS.manager,
);

function statementFor({ operation, manager_profile_id }: AuditInput): AuditList {
  if (operation === undefined) return manager_profile_id === undefined ? list : listManager;
  // A job acts through no grant, so that it has no manager.
  if (manager_profile_id !== undefined) return listBoth;
  return earlierJobOperation(operation) === null ? listOperation : listJob;
}

type Reach = { whole_ids: string[]; shared_ids: string[]; all_of_account_id: string | null };

/**
 * All entries of own profiles, of others those of the account. A key or app sees attached profiles only, and with
 * `permissions` its own entries; a session also sees what the account did as itself.
 */
function reachOf(ctx: Ctx, profileId: string | null): Reach {
  const { type, profiles, accountId: account } = requirePrincipal(ctx);
  if (profileId !== null) {
    const profile = profiles.get(profileId) ?? fail('permission_denied', { agent: NOT_ATTACHED });
    const ids = [profile.id];
    return { whole_ids: profile.owned ? ids : [], shared_ids: profile.owned ? [] : ids, all_of_account_id: null };
  }
  const idsOf = (owned: boolean) =>
    [...profiles.values()].filter((profile) => profile.owned === owned).map(({ id }) => id);
  const session = type === 'session';
  return {
    whole_ids: idsOf(true),
    shared_ids: session ? [] : idsOf(false),
    all_of_account_id: session ? account : null,
  };
}

/** The profile of header or query. Fails with `permission_denied`, then `invalid_request` if the two differ. */
function narrowedTo(ctx: Ctx, profileId: string | undefined): string | null {
  const named = profileId === undefined ? null : idOrNone(profileId);
  if (named !== null && !requirePrincipal(ctx).profiles.has(named)) fail('permission_denied', { agent: NOT_ATTACHED });
  if (named !== null && ctx.acting !== null && named !== ctx.acting.id) {
    failFields([{ path: 'query.profile_id', rule: 'same_as_x_profile_id' }]);
  }
  return named ?? ctx.acting?.id ?? null;
}

/** Entries about the caller's profiles and account, newest first. Fails with `permission_denied`, `invalid_request`. */
export async function listAudit(ctx: Ctx, input: AuditInput): Promise<Page<AuditRow>> {
  const { cursor: _cursor, limit: _limit, ...filters } = input;
  const profile = narrowedTo(ctx, input.profile_id);
  const principal = requirePrincipal(ctx);
  const position = readCursor<[string]>(ctx, input, filters);
  const rows = await statementFor(input).all(ctx, {
    ...reachOf(ctx, profile),
    account_id: principal.accountId,
    only_principal_id: principal.permissions === null ? null : principal.id,
    operation: input.operation ?? null,
    earlier_operation: input.operation === undefined ? null : earlierJobOperation(input.operation),
    manager_profile_id: input.manager_profile_id === undefined ? null : idOrNone(input.manager_profile_id),
    before_id: position?.[0] ?? (input.until === undefined ? LAST_ID : firstIdAt(new Date(input.until))),
    from_id: firstIdAt(input.since === undefined ? new Date(0) : new Date(input.since)),
    rows: input.limit + 1,
  });
  return toPage(ctx, rows, input, (row) => [row.id], filters);
}
