import { accountAuthority } from '../../auth/authorize.ts';
import { evictCredentials, evictionCall } from '../../auth/credential-eviction.ts';
import { newSecret, shownPrefix } from '../../auth/key-format.ts';
import { recentSignInCalls, speaksAsMember } from '../../auth/recent-sign-in.ts';
import { sha256 } from '../../auth/secrets.ts';
import { PERMISSIONS, type Permission } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone, newId } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import { type Page, type PageInput, pageById } from '../../core/pagination.ts';
import { futureTimestamp } from '../../core/timestamps.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { batch } from '../../db/statement.ts';
import { auditRowsCall } from '../../events/emit.ts';
import { write } from '../../events/write.ts';
import { createdCalls } from '../account/created-mails.ts';
import { lockAccount } from '../account/queries.ts';
import type { KeyRow } from './columns.ts';
import { endTree, narrowDescendants, requireDescendant, requireNoneStronger } from './descendants.ts';
import { HAS_ENDED, NOT_MANAGED } from './hints.ts';
import { insertKey, type KeyState, listKeysStatement, readKeyState, rotateKeySecret, updateKey } from './queries.ts';
import { countWebhooks, type KeyLoss, type KeyRevocation, leftByKeys } from './revocation-report.ts';
import { isNarrower, requireNotStronger, type Strength } from './strength.ts';

export type CreateKeyInput = {
  name: string;
  scopes: readonly string[];
  profile_ids: readonly string[];
  permissions?: readonly Permission[] | null | undefined;
  for_agent?: boolean | undefined;
  expires_at?: string | undefined;
};
export type UpdateKeyInput = {
  [Name in 'name' | 'scopes' | 'profile_ids' | 'permissions']?: CreateKeyInput[Name] | undefined;
};
export type KeyWithSecret = { key: KeyRow; secret: string };

type SecretDraft = { secret: string; values: { new_secret_id: string; hash: Buffer; prefix: string } };

function draftSecret(ctx: Ctx): SecretDraft {
  const secret = newSecret('api_key');
  const values = { new_secret_id: newId(), hash: sha256(secret), prefix: shownPrefix(secret) };
  return { secret: ctx.dryRun ? 'dry_run' : secret, values };
}

const distinct = <T>(items: readonly T[]): T[] => [...new Set(items)];
/** Each once, so that equal limits are equal lists. */
const inOrder = (permissions: readonly Permission[] | null) =>
  permissions && PERMISSIONS.filter((one) => permissions.includes(one));
const lowerCase = (ids: readonly string[]) => distinct(ids.map((id) => id.toLowerCase()));

/** Locks the account before the authority, so that nothing about its keys changes between check and write. */
async function lockedState(
  tx: TxCtx,
  account_id: string,
  { apiKeyId = null, profileIds = [] }: { apiKeyId?: string | null; profileIds?: readonly string[] },
): Promise<KeyState> {
  const lock = lockAccount.call({ account_id });
  const credential_id = tx.principal?.id ?? null;
  const values = { credential_id, account_id, api_key_id: apiKeyId, profile_ids: profileIds, now: tx.now() };
  const read = readKeyState.call(values);
  if (tx.principal === null) return (await batch(tx, { lock, read })).read[0] ?? fail('revoked_credentials');
  const [[state]] = await write(tx, { ...accountAuthority(tx), locks: [lock], change: [read] });
  return state!;
}

/** The strength of the caller if it is a key; null for a person, who is not limited. */
function holderOf(state: KeyState): Strength | null {
  if (state.caller_type === null || state.caller_type === 'session') return null;
  return {
    scopes: state.caller_scopes ?? [],
    profileIds: state.caller_profile_ids,
    permissions: state.caller_permissions,
    forAgent: state.caller_for_agent ?? false,
    expiresAt: state.caller_expires_at,
  };
}

/** A stolen session must not become a key that outlives it and speaks as the member. Fails with `recent_sign_in_required`. */
async function requireRecentSignIn(
  tx: TxCtx,
  { scopes, permissions }: Pick<Strength, 'scopes' | 'permissions'>,
): Promise<void> {
  if (speaksAsMember(scopes, permissions)) await batch(tx, recentSignInCalls(tx));
}

/** The current strength of the named key. Fails with `api_key_not_found`. */
function requireKey(state: KeyState): Strength {
  if (!state.key) fail('api_key_not_found');
  return {
    scopes: state.key_scopes ?? [],
    profileIds: state.key_profile_ids,
    permissions: state.key_permissions,
    forAgent: state.key_for_agent ?? false,
    expiresAt: state.key_expires_at,
  };
}

/** The key to change; an ended one counts as missing. Fails with `api_key_not_found`, `insufficient_scope`. */
function requireChangeable(state: KeyState, now: Date): Strength {
  const key = requireKey(state);
  requireNotStronger(key, holderOf(state));
  requireDescendant(state);
  const expired = key.expiresAt !== null && key.expiresAt <= now;
  return state.key_revoked || expired ? fail('api_key_not_found', { agent: HAS_ENDED }) : key;
}

function expiryOf(input: CreateKeyInput, now: Date, holder: Strength | null): Date | null {
  if (input.expires_at === undefined) return holder?.expiresAt ?? null;
  return futureTimestamp(input.expires_at, now, 'body.expires_at');
}

/**
 * Creates a key, from the command line for `accountId`. One created by a key is no stronger than its creator.
 *
 * Fails with `permission_denied` (a profile that the account does not manage), `insufficient_scope`,
 * `recent_sign_in_required`, `plan_limit_reached` (50 active keys), `invalid_request` (an expiry in the past).
 */
export async function createApiKey(
  ctx: Ctx,
  input: CreateKeyInput,
  accountId = ctx.principal?.accountId,
): Promise<KeyWithSecret> {
  if (accountId === undefined) fail('credentials_required');
  return inTransaction(ctx, async (tx) => {
    const profileIds = lowerCase(input.profile_ids);
    const state = await lockedState(tx, accountId, { profileIds });
    const holder = holderOf(state);
    const strength = {
      scopes: distinct(input.scopes),
      profileIds,
      permissions: input.permissions === undefined ? (holder?.permissions ?? null) : inOrder(input.permissions),
      forAgent: (input.for_agent ?? false) || (holder?.forAgent ?? false),
      expiresAt: expiryOf(input, tx.now(), holder),
    };
    if (state.unmanaged) fail('permission_denied', { agent: NOT_MANAGED });
    requireNotStronger(strength, holder);
    await requireRecentSignIn(tx, strength);
    if (state.live_keys >= LIMITS.account.max_live_api_keys) fail('plan_limit_reached');
    const { secret, values } = draftSecret(tx);
    const api_key_id = newId();
    const row = {
      ...values,
      api_key_id,
      account_id: accountId,
      name: input.name,
      scopes: strength.scopes,
      permissions: strength.permissions,
      profile_ids: profileIds,
      for_agent: strength.forAgent,
      parent_id: holder === null ? null : (tx.principal?.id ?? null),
      expires_at: strength.expiresAt,
    };
    const { keys } = await batch(tx, {
      keys: insertKey.call(tx, row),
      mails: createdCalls(tx, { kind: 'api_key', id: api_key_id }),
    });
    return { key: keys[0]!, secret };
  });
}

/** All keys of the account, newest first, including ended ones. Fails with `invalid_cursor`. */
export async function listApiKeys(ctx: Ctx, accountId: string, input: PageInput): Promise<Page<KeyRow>> {
  return pageById(ctx, input, 'id', (from) => listKeysStatement.all(ctx, { account_id: accountId, ...from }));
}

/**
 * Changes a key from its next call; its descendants lose what it loses. `loss`: what they set in motion before,
 * if the key lost anything. Fails with `api_key_not_found`, `permission_denied`, `insufficient_scope`,
 * `recent_sign_in_required`.
 */
export async function updateApiKey(
  ctx: Ctx,
  accountId: string,
  keyId: string,
  input: UpdateKeyInput,
): Promise<{ key: KeyRow; loss: KeyLoss }> {
  return inTransaction(ctx, async (tx) => {
    const profileIds = input.profile_ids && lowerCase(input.profile_ids);
    const scopes = input.scopes && distinct(input.scopes);
    const state = await lockedState(tx, accountId, { apiKeyId: idOrNone(keyId), profileIds: profileIds ?? [] });
    const key = requireChangeable(state, tx.now());
    if (state.unmanaged) fail('permission_denied', { agent: NOT_MANAGED });
    const permissions = input.permissions === undefined ? key.permissions : inOrder(input.permissions);
    const wanted = { ...key, scopes: scopes ?? key.scopes, profileIds: profileIds ?? key.profileIds, permissions };
    requireNotStronger(wanted, holderOf(state));
    const isMore = isNarrower(key, wanted) || wanted.profileIds.some((id) => !key.profileIds.includes(id));
    if (isMore) await requireRecentSignIn(tx, wanted);
    const sets_permissions = input.permissions !== undefined;
    const limits = { permissions, sets_permissions };
    const values = { name: input.name ?? null, scopes: scopes ?? null, profile_ids: profileIds ?? null, ...limits };
    const api_key_id = idOrNone(keyId);
    const row = await updateKey.run(tx, { api_key_id, ...values });
    if (isMore) await batch(tx, createdCalls(tx, { kind: 'api_key', id: api_key_id, changed: true }));
    const lostProfileIds = key.profileIds.filter((id) => !wanted.profileIds.includes(id));
    const ids = await narrowDescendants(
      tx,
      { api_key_id, account_id: accountId },
      { scopes: wanted.scopes, permissions, lostProfileIds },
    );
    await evictCredentials(tx, [accountId]);
    const isLess = lostProfileIds.length > 0 || isNarrower(wanted, key);
    return { key: row!, loss: isLess ? await lossOf(tx, accountId, ids) : null };
  });
}

async function lossOf(tx: TxCtx, account_id: string, credential_ids: readonly string[]): Promise<KeyLoss> {
  const { webhooks, left } = await batch(tx, {
    webhooks: countWebhooks.call({ account_id, credential_ids }),
    left: leftByKeys.call({ credential_ids, now: tx.now() }),
  });
  return { webhooks: webhooks[0]!.count, left };
}

/**
 * Issues a new secret; the old one works for `overlap_seconds`. Fails with `api_key_not_found`, `insufficient_scope`,
 * `recent_sign_in_required`.
 */
export async function rotateApiKey(
  ctx: Ctx,
  accountId: string,
  keyId: string,
  input: { overlap_seconds: number },
): Promise<KeyWithSecret> {
  return inTransaction(ctx, async (tx) => {
    const state = await lockedState(tx, accountId, { apiKeyId: idOrNone(keyId) });
    await requireRecentSignIn(tx, requireChangeable(state, tx.now()));
    const { secret, values } = draftSecret(tx);
    const overlap_ends_at = new Date(tx.now().getTime() + input.overlap_seconds * 1000);
    const api_key_id = idOrNone(keyId);
    const { rotated } = await batch(tx, {
      rotated: rotateKeySecret.call(tx, { ...values, api_key_id, overlap_ends_at }),
      mails: createdCalls(tx, { kind: 'api_key', id: api_key_id, changed: true }),
      evicted: evictionCall(tx, [accountId]),
    });
    return { key: rotated[0]!, secret };
  });
}

/**
 * Revokes a key and its descendants in every process, and disables the webhooks that they created. `left` is what else they set in
 * motion and goes on. Revoking an ended key succeeds with `revoked: false`. Fails with `api_key_not_found`,
 * `insufficient_scope`.
 */
export async function revokeApiKey(ctx: Ctx, accountId: string, keyId: string): Promise<KeyRevocation> {
  return inTransaction(ctx, async (tx) => {
    const id = idOrNone(keyId);
    const state = await lockedState(tx, accountId, { apiKeyId: id });
    const key = requireKey(state);
    // A key may always revoke its descendants, even if one has created a profile of its own since.
    if (!state.key_descends) requireNotStronger(key, holderOf(state));
    if (state.key_revoked) return { id, revoked: false, webhooks: 0, left: [], endsCaller: false };
    const tree = { api_key_id: id, account_id: accountId };
    if (!state.key_descends) await requireNoneStronger(tx, tree, holderOf(state));
    const { ids, webhooks } = await endTree(tx, tree);
    const { left } = await batch(tx, {
      left: leftByKeys.call({ credential_ids: ids, now: tx.now() }),
      audited: auditRowsCall(tx, [{ type: 'api_key', id }]),
      evicted: evictionCall(tx, [accountId]),
    });
    return { id, revoked: true, webhooks, left, endsCaller: ids.includes(tx.principal?.id ?? '') };
  });
}
