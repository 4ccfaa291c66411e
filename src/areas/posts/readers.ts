import type { AttachedProfile } from '../../auth/principal.ts';
import { type Permission, POST_KINDS, type PostKind } from '../../core/enums.ts';
import { allows } from '../../core/scopes.ts';
import type { Ctx } from '../../ctx.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { posts } from '../../db/schema/posts.ts';
import { profiles } from '../../db/schema/profiles.ts';
import { type ParameterTypes, p } from '../../db/statement.ts';
import { isContact, VIEWER } from '../relations/queries.ts';
import type { ReaderFacts } from './audience.ts';

/** Who reads posts: each fact with its parameter, its values, and its condition. The rules are in `audience.ts`. */

/** Grant permissions, one of which allows working with a post. Owners need none. */
const EDITING: readonly Permission[] = ['posting', 'drafting', 'commenting'];
/** Those for posts that are no comments. */
const DRAFTING: readonly Permission[] = ['posting', 'drafting'];

export function editingPermissions(kind: PostKind): readonly Permission[] {
  return kind === 'comment' ? EDITING : DRAFTING;
}

const listed = (permissions: readonly Permission[]): SQL =>
  sql`array[${sql.join(
    permissions.map((one) => sql`${one}::text`),
    sql`, `,
  )}]`;
/** `editingPermissions` of a kind that a row has. */
export const editingOf = (kind: SQL): SQL =>
  sql`case ${kind} when 'comment' then ${listed(EDITING)} else ${listed(DRAFTING)} end`;

export function publishingPermissions(kind: PostKind): readonly Permission[] {
  return kind === 'comment' ? ['commenting'] : ['posting'];
}

/** `networking` also allows a manager to read contacts-only posts, because it sees the contacts. */
const NEAR_CONTACTS: readonly Permission[] = [...EDITING, 'networking'];

/** What statements and the rules of `audience.ts` know of a caller: the values of `READER`. */
export type ReaderValues = ReturnType<typeof readerValues>;

/** The parameters of `callerReads`. */
export const SIGNED_IN = {
  ...VIEWER,
  contact_reader_id: 'uuid?',
  own_ids: 'uuid[]',
} as const satisfies ParameterTypes;
/** Those of `editable`. */
export const EDITOR = { editable_ids: 'uuid[]', editable_comment_ids: 'uuid[]' } as const satisfies ParameterTypes;

/** Those of a statement that selects posts for a member, who may also edit some. */
export const READER = { ...SIGNED_IN, signed_in: 'bool', ...EDITOR } as const satisfies ParameterTypes;

export function readerValues(ctx: Ctx) {
  const profiles = [...(ctx.principal?.profiles.values() ?? [])];
  const mayWith = (permissions: readonly Permission[]) => (one: AttachedProfile) =>
    one.owned || one.permissions.some((held) => permissions.includes(held));
  const managedWith = (permissions: readonly Permission[]) =>
    profiles.filter(mayWith(permissions)).map((one) => one.id);
  const readsContacts = mayReadForContacts(ctx);
  return {
    reader_id: ctx.acting?.id ?? null,
    reader_account_id: ctx.principal?.accountId ?? null,
    reader_ids: ctx.acting ? [ctx.acting.id] : profiles.map((one) => one.id),
    signed_in: ctx.principal !== null,
    contact_reader_id: readsContacts && ctx.acting && mayWith(NEAR_CONTACTS)(ctx.acting) ? ctx.acting.id : null,
    own_ids: readsContacts ? managedWith(EDITING) : [],
    editable_ids: mayReadDrafts(ctx, 'posts') ? managedWith(DRAFTING) : [],
    editable_comment_ids: mayReadDrafts(ctx, 'comments') ? managedWith(EDITING) : [],
  };
}

/** The fields of a post that `authorReads` needs. */
export const authorFields = {
  profile_id: posts.profileId,
  own_ids: sql<string[]>`array(select own.id::text from profiles own where own.account_id = ${profiles.accountId})`.as(
    'own_ids',
  ),
};

/** The author of a post as a reader, without a credential of its own: for what happens later. */
export function authorReads({ profile_id, own_ids }: { profile_id: string; own_ids: string[] }): ReaderValues {
  return {
    reader_id: profile_id,
    reader_account_id: null,
    reader_ids: [profile_id],
    signed_in: true,
    contact_reader_id: profile_id,
    own_ids,
    editable_ids: own_ids,
    editable_comment_ids: own_ids,
  };
}

/** The conditions of `audience.ts` about a signed-in caller. */
export const callerReads: ReaderFacts = {
  owns: (owner) => sql`${owner} = any(${p('own_ids', 'uuid[]')})`,
  isContactOf: (owner) => isContact(owner, p('contact_reader_id', 'uuid')),
};

/** The same about a profile; `ids` are all profiles of its account. */
export const profileReads = (profile: SQL, ids: SQL): ReaderFacts => ({
  owns: (owner) => sql`${owner} = any(${ids})`,
  isContactOf: (owner) => isContact(owner, profile),
});

/** Contacts-only posts are not for a key that may only follow or block. */
function mayReadForContacts(ctx: Ctx): boolean {
  if (ctx.principal === null) return false;
  const { scopes, type } = ctx.principal;
  // `feed:write` only sets bookmarks and mutes.
  return (
    allows(scopes, 'feed', 'read', type) ||
    (['posts', 'comments'] as const).some(
      (area) => allows(scopes, area, 'read', type) || allows(scopes, area, 'write', type),
    )
  );
}

/** Whether the scopes allow unpublished posts: reading or writing posts. Others see as little as anonymous callers. */
export function mayReadDrafts(ctx: Ctx, area: 'posts' | 'comments'): boolean {
  if (ctx.principal === null) return false;
  const { scopes, type } = ctx.principal;
  const areas = area === 'comments' ? (['comments', 'posts'] as const) : (['posts'] as const);
  return areas.some((one) => allows(scopes, one, 'read', type) || allows(scopes, one, 'write', type));
}

/** Whether the caller may publish the post, and so decide about it. */
export function mayPublish(ctx: Ctx, { profile_id, kind }: { profile_id: string; kind: PostKind }): boolean {
  const profile = ctx.principal?.profiles.get(profile_id);
  if (profile === undefined || !mayReadDrafts(ctx, kind === 'comment' ? 'comments' : 'posts')) return false;
  return profile.owned || publishingPermissions(kind).some((one) => profile.permissions.includes(one));
}

/** The kinds of posts that the caller may read before publication, and for which the acting profile has a permission. */
export function draftKinds(ctx: Ctx, permissionsFor: (kind: PostKind) => readonly Permission[]): PostKind[] {
  const acting = ctx.acting;
  if (acting === null) return [];
  return POST_KINDS.filter(
    (kind) =>
      mayReadDrafts(ctx, kind === 'comment' ? 'comments' : 'posts') &&
      permissionsFor(kind).some((permission) => acting.permissions.includes(permission)),
  );
}
