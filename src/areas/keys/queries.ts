import { cannotActAsAll } from '../../auth/authority.ts';
import { isLive, isUnrevoked } from '../../auth/credential-state.ts';
import type { Permission, PrincipalType } from '../../core/enums.ts';
import { and, desc, eq, lt, type SQL, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { credentials } from '../../db/schema/accounts.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { KEY_CHANGES, listed } from '../account/created-mails.ts';
import { attachedTo, c, type KeyRow, keyColumns, keyFields, rotatedAt } from './columns.ts';

const now = p('now', 'timestamptz');
const none = sql`null::uuid`;

export const listKeysStatement = statement(
  'keys.list',
  { account_id: 'uuid', before_id: 'uuid', rows: 'bigint' },
  qb
    .select({
      ...keyFields,
      rotated_at: rotatedAt.mapWith(c.createdAt).as('rotated_at'),
      profile_ids: attachedTo(sql`c.id`).as('profile_ids'),
    })
    .from(c)
    .where(and(eq(c.accountId, p('account_id')), eq(c.type, 'api_key'), lt(c.id, p('before_id', 'uuid'))))
    .orderBy(desc(c.id))
    .limit(sql.placeholder('rows')),
);

/** The facts that decide whether keys may change, read under the lock of the account. */
export type KeyState = {
  /** Null for the command line. */
  caller_type: 'session' | 'api_key' | 'oauth' | null;
  caller_scopes: string[] | null;
  caller_permissions: Permission[] | null;
  caller_for_agent: boolean | null;
  caller_expires_at: Date | null;
  caller_profile_ids: string[];
  live_keys: number;
  /** Whether the account cannot act as one of the requested profiles. */
  unmanaged: boolean;
  key: boolean;
  key_scopes: string[] | null;
  key_permissions: Permission[] | null;
  key_for_agent: boolean | null;
  key_expires_at: Date | null;
  key_revoked: boolean | null;
  key_profile_ids: string[];
  /** Whether the key is the calling key or a descendant of it. */
  key_descends: boolean;
};

export const readKeyState = statement(
  'keys.read_state',
  { api_key_id: 'uuid?', profile_ids: 'uuid[]', credential_id: 'uuid?', account_id: 'uuid', now: 'timestamptz' },
  sql<KeyState>`with recursive makers as (
      select id, parent_id from credentials where id = ${p('api_key_id', 'uuid')} and type = 'api_key'
      union
      select c.id, c.parent_id from credentials c join makers on c.id = makers.parent_id)
    select mc.type as caller_type, mc.scopes as caller_scopes, mc.permissions as caller_permissions, mc.for_agent as caller_for_agent,
      mc.expires_at as caller_expires_at, ${attachedTo(sql`mc.id`)} as caller_profile_ids,
      (select count(*)::int from credentials c where c.account_id = a.id and c.type = 'api_key' and ${isLive}) as live_keys,
      ${cannotActAsAll(sql`a.id`, p('profile_ids', 'uuid[]'))} as unmanaged,
      k.id is not null as key, k.scopes as key_scopes, k.permissions as key_permissions, k.for_agent as key_for_agent, k.expires_at as key_expires_at,
      k.revoked_at is not null as key_revoked, ${attachedTo(sql`k.id`)} as key_profile_ids,
      exists (select 1 from makers where makers.id = mc.id) as key_descends
    from accounts a
    left join credentials mc on mc.id = ${p('credential_id', 'uuid')}
    left join credentials k on k.id = ${p('api_key_id', 'uuid')} and k.account_id = a.id and k.type = 'api_key'
    where a.id = ${p('account_id', 'uuid')}`,
);

const keyEvent = (type: 'api_key.created' | 'api_key.rotated', from: SQL) =>
  ({
    type,
    from,
    profile: none,
    account: sql`${from}.account_id`,
    object: sql`${from}.id`,
    data: {},
  }) as const;

const keyAudit = (from: SQL) => ({
  from,
  objectType: 'api_key',
  object: sql`${from}.id`,
  account: sql`${from}.account_id`,
  profile: none,
});

export const insertKey = writeStatement(
  'keys.insert',
  {
    api_key_id: 'uuid',
    account_id: 'uuid',
    name: 'text',
    scopes: 'text[]',
    permissions: 'text[]?',
    for_agent: 'bool',
    parent_id: 'uuid?',
    prefix: 'text',
    expires_at: 'timestamptz?',
    new_secret_id: 'uuid',
    hash: 'bytea',
    profile_ids: 'uuid[]',
  },
  {
    change: sql`made as (
    insert into ${writes('credentials')} (id, type, account_id, name, scopes, permissions, for_agent, parent_id, prefix, created_at, expires_at)
    values (${p('api_key_id', 'uuid')}, 'api_key', ${p('account_id', 'uuid')}, ${p('name', 'text')}, ${p('scopes', 'text[]')},
      ${p('permissions', 'text[]')}, ${p('for_agent', 'bool')}, ${p('parent_id', 'uuid')}, ${p('prefix', 'text')}, ${now}, ${p('expires_at', 'timestamptz')})
    returning *), secret as (
    insert into ${writes('credential_secrets')} (id, credential_id, hash, created_at)
    select ${p('new_secret_id', 'uuid')}, made.id, ${p('hash', 'bytea')}, ${now} from made), attached as (
    insert into ${writes('credential_profiles')} (credential_id, profile_id)
    select made.id, profile_id from made cross join unnest(${p('profile_ids', 'uuid[]')}) as profile_id
    returning profile_id)`,
    events: [keyEvent('api_key.created', sql`made`)],
    audit: keyAudit(sql`made`),
    answer: sql<KeyRow>`select ${keyColumns}, null::timestamptz as rotated_at, array(select profile_id from attached order by profile_id) as profile_ids from made c`,
  },
);

/** A null parameter leaves the field unchanged. */
export const updateKey = writeStatement(
  'keys.update',
  {
    api_key_id: 'uuid',
    name: 'text?',
    scopes: 'text[]?',
    sets_permissions: 'bool',
    permissions: 'text[]?',
    profile_ids: 'uuid[]?',
  },
  {
    change: sql`changed as (
    update ${writes('credentials')} c set name = coalesce(${p('name', 'text')}, c.name), scopes = coalesce(${p('scopes', 'text[]')}, c.scopes),
      permissions = case when ${p('sets_permissions', 'bool')} then ${p('permissions', 'text[]')} else c.permissions end
    where c.id = ${p('api_key_id', 'uuid')} returning c.*), detached as (
    delete from ${writes('credential_profiles')} cp using changed
    where cp.credential_id = changed.id and cp.profile_id <> all (${p('profile_ids', 'uuid[]')})), attached as (
    insert into ${writes('credential_profiles')} (credential_id, profile_id)
    select changed.id, profile_id from changed cross join unnest(${p('profile_ids', 'uuid[]')}) as profile_id
    on conflict do nothing)`,
    audit: keyAudit(sql`changed`),
    answer: sql<KeyRow>`select ${keyColumns}, ${rotatedAt} as rotated_at, array(select id from unnest(coalesce(${p('profile_ids', 'uuid[]')}, ${attachedTo(sql`c.id`)})) as id order by id) as profile_ids
    from changed c`,
  },
);

/** The current secret works until the overlap ends; one already in an overlap ends now, so at most two are valid. */
export const rotateKeySecret = writeStatement(
  'keys.rotate',
  { api_key_id: 'uuid', prefix: 'text', overlap_ends_at: 'timestamptz', new_secret_id: 'uuid', hash: 'bytea' },
  {
    change: sql`rotated as (
    update ${writes('credentials')} set prefix = ${p('prefix', 'text')} where id = ${p('api_key_id', 'uuid')} returning *), outdated as (
    update ${writes('credential_secrets')} s
    set expires_at = case when s.expires_at is null then ${p('overlap_ends_at', 'timestamptz')} else ${now} end
    from rotated where s.credential_id = rotated.id and (s.expires_at is null or s.expires_at > ${now})), secret as (
    insert into ${writes('credential_secrets')} (id, credential_id, hash, created_at)
    select ${p('new_secret_id', 'uuid')}, rotated.id, ${p('hash', 'bytea')}, ${now} from rotated)`,
    events: [keyEvent('api_key.rotated', sql`rotated`)],
    audit: keyAudit(sql`rotated`),
    answer: sql<KeyRow>`select ${keyColumns}, ${now} as rotated_at, ${attachedTo(sql`c.id`)} as profile_ids from rotated c`,
  },
);

const TREE = { api_key_id: 'uuid', account_id: 'uuid' } as const;
const treeCte = sql`tree as (
      select id from credentials where id = ${p('api_key_id', 'uuid')} and account_id = ${p('account_id', 'uuid')}
      union
      select c.id from credentials c join tree on c.parent_id = tree.id)`;

export const listDescendants = statement(
  'keys.list_descendants',
  TREE,
  sql<
    Pick<KeyRow, 'id' | 'scopes' | 'permissions' | 'for_agent' | 'expires_at' | 'profile_ids'>
  >`with recursive ${treeCte}
    select c.id, c.scopes, c.permissions, c.for_agent, c.expires_at, ${attachedTo(sql`c.id`)} as profile_ids from credentials c join tree on tree.id = c.id
    where c.id <> ${p('api_key_id', 'uuid')} and ${isUnrevoked} order by c.id`,
);

export const setRights = statement(
  'keys.set_rights',
  { api_key_id: 'uuid', scopes: 'text[]', permissions: 'text[]?' },
  qb
    .update(credentials)
    .set({ scopes: p('scopes'), permissions: p('permissions', 'text[]') })
    .where(eq(credentials.id, p('api_key_id'))),
);

export const detachFromTree = statement(
  'keys.detach_from_tree',
  { ...TREE, profile_ids: 'uuid[]' },
  sql<{ id: string }>`with recursive ${treeCte}
    delete from ${writes('credential_profiles')} cp using tree
    where cp.credential_id = tree.id and cp.profile_id = any (${p('profile_ids', 'uuid[]')})
    returning cp.credential_id as id`,
);

export const revokeTree = statement(
  'keys.revoke_tree',
  { ...TREE, now: 'timestamptz' },
  sql<{ id: string }>`with recursive ${treeCte}
    update ${writes('credentials')} c set revoked_at = ${now} from tree where c.id = tree.id and ${isUnrevoked}
    returning c.id`,
);

/**
 * CTE `tree`: a credential, its descendants, and the keys and apps that it created, authorized, changed or gave a new
 * secret, with theirs: a leaked session may have widened them, and its holder knows the secrets that it got.
 */
const leakedCte = sql`made as (
      select ${p('credential_id', 'uuid')} as id
      union select al.object_id from audit_log al where al.account_id = ${p('account_id', 'uuid')} and al.id > ${p('credential_id', 'uuid')}
        and al.operation in ${listed([...KEY_CHANGES, 'oauth.give_consent'])} and al.principal_id = ${p('credential_id', 'uuid')}),
    tree as (
      select c.id from credentials c join made on made.id = c.id where c.account_id = ${p('account_id', 'uuid')}
      union select c.id from credentials c join tree on c.parent_id = tree.id)`;

export const listLeakedTree = statement(
  'keys.list_leaked_tree',
  { credential_id: 'uuid', account_id: 'uuid' },
  sql<{ id: string }>`with recursive ${leakedCte} select id from tree`,
);

/** Revokes all of them. Those that have ended before are only marked. No rows if all were marked before. */
export const endLeakedTree = statement(
  'keys.end_leaked_tree',
  { credential_id: 'uuid', account_id: 'uuid', now: 'timestamptz' },
  sql<{ id: string; type: PrincipalType; was_live: boolean }>`with recursive ${leakedCte},
    before as (select c.id, ${isUnrevoked} as was_live from credentials c join tree on tree.id = c.id)
    update ${writes('credentials')} c set leaked_at = ${now}, revoked_at = coalesce(c.revoked_at, ${now})
    from before where c.id = before.id and c.leaked_at is null returning c.id, c.type, before.was_live`,
);
