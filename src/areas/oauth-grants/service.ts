import { accountAuthority } from '../../auth/authorize.ts';
import { evictionCall } from '../../auth/credential-eviction.ts';
import { isLive } from '../../auth/credential-state.ts';
import { requirePrincipal } from '../../auth/require.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { type Page, type PageInput, pageById } from '../../core/pagination.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { and, desc, eq, lt, sql } from '../../db/drizzle.ts';
import { named, qb } from '../../db/query.ts';
import { oauthGrants } from '../../db/schema/oauth.ts';
import { p, type RowOf, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { write } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { lockAccount } from '../account/queries.ts';
import { attachedTo, c } from '../keys/columns.ts';
import { unschedule } from '../posts/unschedule.ts';
import { disableOfEndedApps } from '../webhooks/disable.ts';

const now = p('now', 'timestamptz');
const target = p('oauth_grant_id', 'uuid');

const listStatement = statement(
  'oauth_grants.list',
  { account_id: 'uuid', now: 'timestamptz', before_id: 'uuid', rows: 'bigint' },
  qb
    .select({
      id: c.id,
      client_id: oauthGrants.clientId,
      client_name: named(c.name, 'client_name'),
      client_host: oauthGrants.clientHost,
      scopes: c.scopes,
      permissions: c.permissions,
      created_at: c.createdAt,
      last_used_at: c.lastUsedAt,
      profile_ids: attachedTo(sql`c.id`).as('profile_ids'),
    })
    .from(c)
    .innerJoin(oauthGrants, eq(oauthGrants.credentialId, c.id))
    .where(and(eq(c.accountId, p('account_id')), eq(c.type, 'oauth'), isLive, lt(c.id, p('before_id'))))
    .orderBy(desc(c.id))
    .limit(sql.placeholder('rows')),
);

export type OAuthGrantRow = RowOf<typeof listStatement>;

/** The active authorizations of the account, newest first. Fails with `invalid_cursor`. */
export async function listGrants(ctx: Ctx, input: PageInput): Promise<Page<OAuthGrantRow>> {
  const account_id = requirePrincipal(ctx).accountId;
  const values = { account_id, now: ctx.now() };
  return pageById(ctx, input, 'id', (from) => listStatement.all(ctx, { ...values, ...from }));
}

const endStatement = writeStatement(
  'oauth_grants.revoke',
  { oauth_grant_id: 'uuid' },
  {
    change: sql`target as (
    select c.id, c.account_id, g.client_id from credentials c join oauth_grants g on g.credential_id = c.id
    where c.id = ${target} and c.account_id = ${p('account_id', 'uuid')} and c.type = 'oauth'), ended as (
    update ${writes('credentials')} c set revoked_at = ${now} from target join oauth_grants g on g.client_id = target.client_id
    where c.id = g.credential_id and c.account_id = target.account_id and c.type = 'oauth' and ${isLive}
    returning c.id)`,
    // One audit row, for the grant that the person named.
    audit: {
      from: sql`target where exists (select 1 from ended)`,
      objectType: 'oauth_grant',
      object: sql`target.id`,
      profile: sql`null::uuid`,
    },
    answer: sql<{
      id: string;
      revoked: boolean;
      credential_ids: string[];
    }>`select target.id, exists (select from ended) as revoked, array(
      select c.id from oauth_grants g join credentials c on c.id = g.credential_id
      where g.client_id = target.client_id and c.account_id = target.account_id) as credential_ids from target`,
  },
);

/** `webhooks`: how many were disabled. `unscheduled`: the profiles of the scheduled posts that are drafts again, one for each. */
export type AppRevocation = { id: string; revoked: boolean; webhooks: number; unscheduled: readonly string[] };

/**
 * Revokes all authorizations that the account gave to the client of this grant, with all tokens, disables the webhooks that they
 * created, and makes the posts that they scheduled drafts again. Succeeds with `revoked: false` if none was active. Fails with
 * `oauth_grant_not_found`. Locks: 3 account, the credentials, 7 webhooks, posts.
 */
export async function endGrant(ctx: Ctx, grantId: string): Promise<AppRevocation> {
  const { accountId: account_id } = requirePrincipal(ctx);
  return inTransaction(ctx, async (tx) => {
    const [[row]] = await write(tx, {
      ...accountAuthority(tx),
      // A concurrent consent either commits first and is revoked here, or asks a person who has already revoked the app.
      locks: [lockAccount.call({ account_id })],
      change: [endStatement.call(tx, { oauth_grant_id: idOrNone(grantId) })],
    });
    if (!row) fail('oauth_grant_not_found');
    const { id, revoked, credential_ids } = row;
    const evict = revoked ? [evictionCall(tx, [account_id])] : [];
    // Also those of its earlier authorizations.
    const webhooks = await disableOfEndedApps(tx, account_id, evict);
    return {
      id,
      revoked,
      webhooks,
      unscheduled: await unschedule(tx, 'app_revoked', { credentialIds: credential_ids }),
    };
  });
}
