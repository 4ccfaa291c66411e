import { createdCalls } from '../areas/account/created-mails.ts';
import { lockAccount } from '../areas/account/queries.ts';
import { unschedule } from '../areas/posts/unschedule.ts';
import { cannotActAsAll } from '../auth/authority.ts';
import { accountAuthority } from '../auth/authorize.ts';
import { evictionCall } from '../auth/credential-eviction.ts';
import { c, isLive } from '../auth/credential-state.ts';
import { recentSignInCalls, speaksAsMember } from '../auth/recent-sign-in.ts';
import { requirePrincipal } from '../auth/require.ts';
import { sha256 } from '../auth/secrets.ts';
import type { Permission } from '../core/enums.ts';
import { fail } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { LIMITS } from '../core/limits.ts';
import { allows, isSubset, scopesWithCleared } from '../core/scopes.ts';
import { type Ctx, inTransaction, type TxCtx } from '../ctx.ts';
import { and, desc, eq, isNull, sql } from '../db/drizzle.ts';
import { qb } from '../db/query.ts';
import { refuse } from '../db/refusal.ts';
import { oauthGrants } from '../db/schema/oauth.ts';
import { profiles } from '../db/schema/profiles.ts';
import { batch, p, type RowOf, statement } from '../db/statement.ts';
import { writes } from '../db/writes.ts';
import { write } from '../events/write.ts';
import { writeStatement } from '../events/write-statement.ts';
import type { OAuthClient } from './client.ts';
import { answerInteraction } from './grant-statements.ts';
import { endTracesOfGrants } from './grants.ts';

const now = p('now', 'timestamptz');
const grantId = p('oauth_grant_id', 'uuid');
const profileIds = p('profile_ids', 'uuid[]');

const isOwned = sql<boolean>`${profiles.accountId} = ${p('account_id')}`.as('owned');

const mark = {
  legal_name_verified: profiles.legalNameVerified,
  verified_domain: profiles.verifiedDomain,
};

const listProfiles = statement(
  'oauth.list_offered_profiles',
  { account_id: 'uuid', profile_ids: 'uuid[]' },
  qb
    .select({ id: profiles.id, username: profiles.username, name: profiles.name, owned: isOwned, ...mark })
    .from(profiles)
    .where(and(eq(profiles.id, sql`any(${p('profile_ids')})`), isNull(profiles.deletedAt)))
    .orderBy(desc(isOwned), profiles.username),
);

/** A profile that the consent page offers. */
export type OfferedProfile = RowOf<typeof listProfiles>;

/** The profiles that the account can attach to a grant: its own and those it manages. */
export async function offeredProfiles(ctx: Ctx): Promise<OfferedProfile[]> {
  const profiles = [...(ctx.principal?.profiles.values() ?? [])].filter(({ suspended }) => !suspended);
  return listProfiles.all(ctx, {
    account_id: requirePrincipal(ctx).accountId,
    profile_ids: profiles.map(({ id }) => id),
  });
}

/** Under the lock of the account, which the end of a grant of access takes too. */
const requireManaged = statement(
  'oauth.require_managed',
  { profile_ids: 'uuid[]', account_id: 'uuid', now: 'timestamptz' },
  sql`select case when ${cannotActAsAll(p('account_id', 'uuid'), profileIds)} then ${refuse('permission_denied')} end`,
);

const insertGrant = writeStatement(
  'oauth.insert_grant',
  {
    oauth_grant_id: 'uuid',
    name: 'text',
    scopes: 'text[]',
    permissions: 'text[]?',
    expires_at: 'timestamptz',
    client_id: 'text',
    client_kind: 'text',
    client_host: 'text?',
    resource: 'text',
    profile_ids: 'uuid[]',
  },
  {
    change: sql`made as (
    insert into ${writes('credentials')} (id, type, account_id, name, scopes, permissions, prefix, created_at, expires_at)
    values (${grantId}, 'oauth', ${p('account_id', 'uuid')}, ${p('name', 'text')}, ${p('scopes', 'text[]')}, ${p('permissions', 'text[]')}, '', ${now}, ${p('expires_at', 'timestamptz')})
    returning id), granted as (
    insert into ${writes('oauth_grants')} (credential_id, client_id, client_kind, client_host, resource, generation_at)
    select made.id, ${p('client_id', 'text')}, ${p('client_kind', 'text')}, ${p('client_host', 'text')}, ${p('resource', 'text')}, ${now}
    from made), attached as (
    insert into ${writes('credential_profiles')} (credential_id, profile_id)
    select made.id, profile_id from made cross join unnest(${profileIds}) as profile_id), used as (
    update ${writes('oauth_clients')} set expires_at = null from made where client_id = ${p('client_id', 'text')} and oauth_clients.expires_at is not null)`,
    audit: { from: sql`made`, objectType: 'oauth_grant', object: sql`made.id` },
    answer: sql<{ id: string }>`select id from made`,
  },
);

export type Consent = {
  client: OAuthClient;
  clientHost: string | null;
  scopes: readonly string[];
  profileIds: readonly string[];
  /** What the app may do for each profile, as a manager with these could. Null: all that its scopes allow. */
  permissions: readonly Permission[] | null;
  resource: string;
  redirect: string;
};

/** What a person may choose for an app that asks to write posts or comments: each waits for an approval. */
export const DRAFTS_ONLY: readonly Permission[] = ['drafting'];

/** Whether drafts are a choice with these scopes. */
export const offersDrafts = (scopes: readonly string[]): boolean =>
  allows(scopes, 'posts', 'write', 'oauth') || allows(scopes, 'comments', 'write', 'oauth');

/** Whether an app with these scopes can do something for a person without a profile: create the first one. */
export const makesProfiles = (scopes: readonly string[]): boolean => allows(scopes, 'profiles', 'write', 'oauth');

const attached = sql<string[]>`array(select cp.profile_id from credential_profiles cp where cp.credential_id = c.id)`;

/** The newest one, also if it is not in force any more: an earlier one must not outlive it. */
const findNewest = statement(
  'oauth.find_newest_consent',
  { account_id: 'uuid', now: 'timestamptz', client_id: 'text' },
  qb
    .select({
      scopes: c.scopes,
      permissions: c.permissions,
      profile_ids: attached.as('profile_ids'),
      is_live: sql<boolean>`${isLive}`.as('is_live'),
    })
    .from(c)
    .innerJoin(oauthGrants, eq(oauthGrants.credentialId, c.id))
    .where(and(eq(c.accountId, p('account_id')), eq(c.type, 'oauth'), eq(oauthGrants.clientId, p('client_id'))))
    .orderBy(desc(c.id))
    .limit(1),
);

/** The sign-ins of the app that are in force. */
const isHeld = sql`og.credential_id = c.id and og.client_id = ${p('client_id', 'text')} and c.account_id = ${p('account_id', 'uuid')}
  and c.type = 'oauth' and ${isLive}`;

const readHeld = statement(
  'oauth.read_held_consents',
  { account_id: 'uuid', now: 'timestamptz', client_id: 'text' },
  sql<{ scopes: string[]; permissions: Permission[] | null; profile_ids: string[] }>`with held as (
      select c.id, c.scopes, c.permissions from credentials c join oauth_grants og on ${isHeld})
    select array(select distinct scope from held cross join unnest(held.scopes) as scope order by scope) as scopes,
      (select held.permissions from held order by held.permissions is null desc, held.id desc limit 1) as permissions,
      array(select distinct cp.profile_id from held join credential_profiles cp on cp.credential_id = held.id) as profile_ids
    where exists (select from held)`,
);

/** What the app may do until now, with all its sign-ins together: the consent page starts from it. */
export async function heldConsent(ctx: Ctx, { clientId }: OAuthClient): Promise<RowOf<typeof readHeld> | undefined> {
  return readHeld.one(ctx, { account_id: requirePrincipal(ctx).accountId, client_id: clientId, now: ctx.now() });
}

export type Answer =
  | { login: { accountId: string; remember: false }; consent: { grantId: string } }
  | { error: 'access_denied'; error_description: string };

/** Answers a request. Only the first answer counts, because a form can be sent twice: false if there was one. */
export async function answerRequest(ctx: Ctx, uid: string, result: Answer): Promise<boolean> {
  return (await answerInteraction.one(ctx, { hash: sha256(uid), result, now: ctx.now() })) !== undefined;
}

/**
 * Creates the grant that the person agreed to, of what the app `asked` for, and answers the request `uid`. Null if it was
 * already answered. Ends its earlier sign-ins that may do what the person has cleared. Mails the owner, unless the app is known and had as much access. Fails with `permission_denied`, `email_not_verified`, `recent_sign_in_required`,
 * `profile_suspended` and `revoked_credentials`.
 */
export async function giveConsent(
  ctx: Ctx,
  { asked, ...consent }: Consent & { asked: readonly string[] },
  uid?: string,
): Promise<string | null> {
  return lockedByAccount(ctx, async (tx, accountId) => {
    if (speaksAsMember(consent.scopes, consent.permissions)) await batch(tx, recentSignInCalls(tx));
    const had = await findNewest.one(tx, { account_id: accountId, client_id: consent.client.clientId, now: tx.now() });
    const id = await give(tx, accountId, consent, uid);
    if (id !== null) await endWider(tx, { id, accountId, asked, consent });
    const isKnown = had?.is_live === true;
    if (id !== null && !(isKnown && identifiesApp(consent) && isWithin(consent, had)))
      await batch(tx, createdCalls(tx, { kind: 'app', id, ...(isKnown && { changed: true }) }));
    return id;
  });
}

/** Whether the app has access to the account. */
export async function hasConsent(ctx: Ctx, account_id: string, client_id: string): Promise<boolean> {
  return (await findNewest.one(ctx, { account_id, client_id, now: ctx.now() }))?.is_live === true;
}

/**
 * Repeats the newest consent if it covers the request. Otherwise false: the person must be asked. The new access outlives the
 * session as the first one did, so it needs as recent a sign-in. Fails like `giveConsent`.
 */
export async function giveConsentAgain(
  ctx: Ctx,
  asked: Omit<Consent, 'profileIds' | 'permissions'>,
  uid: string,
): Promise<boolean> {
  if (!identifiesApp(asked)) return false;
  return lockedByAccount(ctx, async (tx, accountId) => {
    const values = { account_id: accountId, client_id: asked.client.clientId, now: tx.now() };
    // The last decision limits, whatever an earlier one allowed.
    const newest = await findNewest.one(tx, values);
    if (!newest?.is_live || !isSubset(asked.scopes, newest.scopes, 'oauth')) return false;
    const { profile_ids: profileIds, permissions } = newest;
    if (profileIds.length === 0) return false;
    if (speaksAsMember(asked.scopes, permissions)) await batch(tx, recentSignInCalls(tx));
    await give(tx, accountId, { ...asked, profileIds, permissions }, uid);
    return true;
  });
}

/**
 * RFC 8252 section 8.6: any program on the person's machine can receive a loopback or private-use redirect. Only an https
 * address of a client that the operator registered identifies the app.
 */
const identifiesApp = ({ client, redirect }: Pick<Consent, 'client' | 'redirect'>): boolean =>
  client.kind === 'registered' && redirect.startsWith('https:');

/** Whether an earlier consent allowed as much. */
const isWithin = (wanted: Consent, had: RowOf<typeof findNewest>): boolean =>
  isSubset(wanted.scopes, had.scopes, 'oauth') &&
  wanted.profileIds.every((id) => had.profile_ids.includes(id)) &&
  (had.permissions === null || wanted.permissions?.every((one) => had.permissions!.includes(one)) === true);

/** Locks the account, so that a consent that is being revoked is not repeated. */
function lockedByAccount<T>(ctx: Ctx, act: (tx: TxCtx, accountId: string) => Promise<T>): Promise<T> {
  const { principal } = ctx;
  if (!principal) fail('credentials_required');
  if (!principal.emailVerified) fail('email_not_verified');
  const { accountId } = principal;
  return inTransaction(ctx, async (tx) => {
    await lockAccount.one(tx, { account_id: accountId });
    return act(tx, accountId);
  });
}

/** The app's other sign-ins, which an earlier consent did not limit. */
const limitOthers = statement(
  'oauth.limit_other_grants',
  { account_id: 'uuid', client_id: 'text', permissions: 'text[]', now: 'timestamptz' },
  sql<{
    id: string;
  }>`update ${writes('credentials')} c set permissions = ${p('permissions', 'text[]')} from oauth_grants og
    where ${isHeld} and c.permissions is null returning c.id`,
);

const endOthers = statement(
  'oauth.end_wider_grants',
  {
    account_id: 'uuid',
    client_id: 'text',
    oauth_grant_id: 'uuid',
    scopes: 'text[]',
    profile_ids: 'uuid[]',
    now: 'timestamptz',
  },
  sql<{ id: string }>`update ${writes('credentials')} c set revoked_at = ${now} from oauth_grants og
    where ${isHeld} and c.id <> ${grantId} and (c.scopes && ${p('scopes', 'text[]')} or exists (
      select from credential_profiles cp where cp.credential_id = c.id and cp.profile_id = any(${profileIds})))
    returning c.id`,
);

/** Ends the app's other sign-ins that have a scope or a profile which the person has cleared. They can ask again. */
async function endWider(
  tx: TxCtx,
  { id, accountId, asked, consent }: { id: string; accountId: string; asked: readonly string[]; consent: Consent },
): Promise<void> {
  const offered = [...requirePrincipal(tx).profiles.values()].filter(({ suspended }) => !suspended);
  const ended = await endOthers.all(tx, {
    account_id: accountId,
    client_id: consent.client.clientId,
    oauth_grant_id: id,
    scopes: scopesWithCleared(asked, consent.scopes, 'oauth'),
    profile_ids: offered.map((one) => one.id).filter((one) => !consent.profileIds.includes(one)),
    now: tx.now(),
  });
  await endTracesOfGrants(
    tx,
    accountId,
    ended.map((one) => one.id),
  );
}

async function give(tx: TxCtx, accountId: string, consent: Consent, uid: string | undefined): Promise<string | null> {
  const grantId = newId();
  const answer: Answer = { login: { accountId, remember: false }, consent: { grantId } };
  if (uid !== undefined && !(await answerRequest(tx, uid, answer))) return null;
  const grant = {
    oauth_grant_id: grantId,
    name: consent.client.name,
    scopes: consent.scopes,
    permissions: consent.permissions,
    profile_ids: consent.profileIds,
    client_id: consent.client.clientId,
    client_kind: consent.client.kind,
    client_host: consent.clientHost,
    resource: consent.resource,
    expires_at: new Date(tx.now().getTime() + LIMITS.oauth.refresh_idle_ms),
  };
  await write(tx, {
    ...accountAuthority(tx),
    checks: [requireManaged.call({ account_id: accountId, profile_ids: consent.profileIds, now: tx.now() })],
    change: [insertGrant.call(tx, grant)],
  });
  // Else the app would go on with a token from before.
  if (consent.permissions !== null) {
    const { permissions, client } = consent;
    const limits = { account_id: accountId, client_id: client.clientId, permissions, now: tx.now() };
    const [limited] = await batch(tx, [limitOthers.call(limits), evictionCall(tx, [accountId])]);
    await unschedule(tx, 'app_limited', { credentialIds: limited.map(({ id }) => id) });
  }
  return grantId;
}
