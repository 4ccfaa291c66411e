import { requireOperator } from '../../auth/operator.ts';
import { operatorRolesOf } from '../../auth/operator-account.ts';
import type { ActivePlan, ProfileType } from '../../core/enums.ts';
import { idOrNone } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import type { OperatorRole } from '../../core/operator-roles.ts';
import { type FromId, LAST_ID, type Page, type PageInput, pageById } from '../../core/pagination.ts';
import { emailKey, line } from '../../core/text.ts';
import { withoutAt } from '../../core/username.ts';
import { countsAsVerified } from '../../core/verified-email.ts';
import type { Ctx } from '../../ctx.ts';
import { alias, type SQL, sql } from '../../db/drizzle.ts';
import { type Selected, selectList } from '../../db/query.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { type ParameterTypes, p, statement } from '../../db/statement.ts';
import { searchPattern } from '../contacts/contacts.ts';

export type AccountProfile = {
  id: string;
  type: ProfileType;
  username: string;
  name: string;
  legal_name_verified: boolean;
  verified_domain: string | null;
  active_plan: ActivePlan;
  signup_autofollow: boolean;
};

const a = alias(accounts, 'a');

const accountFields = {
  id: a.id,
  email: a.email,
  email_verified: sql<boolean>`${a.emailVerifiedAt} is not null`.as('email_verified'),
  operator_roles: sql<OperatorRole[]>`${operatorRolesOf(sql`a`)}`.as('operator_roles'),
  created_at: a.createdAt,
  suspended_at: a.suspendedAt,
  suspension_reason: a.suspensionReason,
  suspended_until: a.suspendedUntil,
  deletion_scheduled_at: a.deletionScheduledAt,
  profiles: sql<AccountProfile[]>`coalesce(mine.profiles, '[]')`.as('profiles'),
};

/** An account with its profiles, for the operator. */
export type OperatedAccount = Selected<typeof accountFields>;

const accountsWhere = <const Types extends ParameterTypes>(name: string, types: Types, condition: SQL) =>
  statement(
    name,
    { ...types, before_id: 'uuid', rows: 'int' },
    sql<OperatedAccount>`select ${selectList(accountFields)}
      from (select * from accounts one where ${condition} and one.id < ${p('before_id', 'uuid')}
        order by one.id desc limit ${p('rows', 'int')} offset 0) a
      left join lateral (
        select jsonb_agg(jsonb_build_object('id', pr.id, 'type', pr.type, 'username', pr.username, 'name', pr.name,
          'legal_name_verified', pr.legal_name_verified, 'verified_domain', pr.verified_domain, 'active_plan', pr.active_plan,
          'signup_autofollow', pr.signup_autofollow) order by pr.id) as profiles
        from profiles pr where pr.account_id = a.id and pr.deleted_at is null
      ) mine on true
      order by a.id desc`,
  );

const LISTS = {
  all: accountsWhere('operator.list_accounts', {}, sql`true`),
  email: accountsWhere('operator.find_account_by_email', { term: 'text' }, sql`one.email_key = ${p('term')}`),
  id: accountsWhere('operator.find_account', { term: 'uuid' }, sql`one.id = ${p('term', 'uuid')}`),
  profile: accountsWhere(
    'operator.search_accounts',
    { q: 'text' },
    sql`one.id in (select pr.account_id from profiles pr where pr.search_text like ${searchPattern}
      and pr.deleted_at is null)`,
  ),
};

const searchText = line(LIMITS.email.max_length);

/** An e-mail address must match exactly; everything else is searched in names and usernames of profiles. */
function search(ctx: Ctx, q: string | undefined, page: { before_id: string; rows: number }) {
  const text = withoutAt(q?.trim() ?? '');
  if (text === '') return LISTS.all.all(ctx, page);
  if (text.includes('@')) return LISTS.email.all(ctx, { ...page, term: emailKey(text) });
  return LISTS.profile.all(ctx, { ...page, q: text });
}

/** Accounts, or those that match `q` (an address, or part of a name), newest first. Fails with `permission_denied`. */
export async function listAccounts(
  ctx: Ctx,
  input: PageInput & { q?: string | undefined },
): Promise<Page<OperatedAccount>> {
  requireOperator(ctx, 'accounts');
  const read = async (from: FromId) => {
    // No name or address contains these characters, and Postgres texts cannot contain U+0000.
    if (!searchText.safeParse(input.q ?? '').success) return [];
    return (await search(ctx, input.q, from)).map(asCounted(ctx));
  };
  return pageById(ctx, input, 'id', read, { q: input.q });
}

/** One account; undefined if it does not exist. Fails with `permission_denied`. */
export async function findAccount(ctx: Ctx, id: string): Promise<OperatedAccount | undefined> {
  requireOperator(ctx, 'accounts');
  const row = await LISTS.id.one(ctx, { term: idOrNone(id), before_id: LAST_ID, rows: 1 });
  return row && asCounted(ctx)(row);
}

/** The e-mail address as its account shows it. */
const asCounted =
  ({ config }: Ctx) =>
  (row: OperatedAccount): OperatedAccount => ({
    ...row,
    email_verified: countsAsVerified(row.email_verified, config),
  });
