import { fateOf } from '../../core/ended-rights.ts';
import { ApiError } from '../../core/errors.ts';
import type { EventData } from '../../core/event-catalogue.ts';
import { op, text } from '../../core/operation-text.ts';
import type { TxCtx } from '../../ctx.ts';
import { audit, emit } from '../../events/emit.ts';
import { disableOfKey } from '../webhooks/disable.ts';
import { detachFromTree, type KeyState, listDescendants, revokeTree, setRights } from './queries.ts';
import { permissionsWithin, requireNotStronger, type Strength, scopesWithin } from './strength.ts';

/**
 * A key can change only itself and its descendants, which end with it: a secret given to another would outlive it.
 * Sessions may change every key. Fails with `insufficient_scope`.
 */
export function requireDescendant(state: KeyState): void {
  if (state.caller_type === 'api_key' && !state.key_descends) {
    throw new ApiError('insufficient_scope', { agent: { required_scopes: [], hint: NOT_DESCENDED_HINT } });
  }
}

const NOT_DESCENDED_HINT = [
  text`A key can change and rotate only itself and the keys that it created (see parent_key_id in ${op('keys.list')}), because those end with it.`,
  'For any other key, ask the owner of the account to do it from a session.',
];

/** A key that ends takes its descendants along: none may be stronger than the caller. Fails with `insufficient_scope`. */
export async function requireNoneStronger(tx: TxCtx, key: KeyOfAccount, holder: Strength | null): Promise<void> {
  if (holder === null) return;
  for (const { profile_ids, for_agent, expires_at, ...one } of await listDescendants.all(tx, key)) {
    requireNotStronger(
      { ...one, scopes: one.scopes ?? [], profileIds: profile_ids, forAgent: for_agent, expiresAt: expires_at },
      holder,
    );
  }
}

type KeyOfAccount = { api_key_id: string; account_id: string };

/** Writes an event for each key that has ended. */
export async function announceEnd(
  tx: TxCtx,
  accountId: string,
  keys: readonly { id: string }[],
  data: EventData<'api_key.revoked'>,
): Promise<void> {
  const event = { type: 'api_key.revoked', profileId: null, accountId, data } as const;
  await emit(
    tx,
    keys.map(({ id }) => ({ ...event, objectId: id })),
  );
}

/**
 * Revokes a key and its descendants, with an event for each key that had not ended yet, and disables their webhooks. Returns the ids
 * of these keys, and the number of webhooks. Requires the lock of the account.
 */
export async function endTree(tx: TxCtx, key: KeyOfAccount): Promise<{ ids: string[]; webhooks: number }> {
  const { api_key_id: credential_id, account_id } = key;
  const ended = await revokeTree.all(tx, { ...key, now: tx.now() });
  await announceEnd(tx, account_id, ended, { revoked_by: tx.principal?.type ?? 'system', reason: null });
  const disables = fateOf('key_revoked', 'webhooks') === 'disabled';
  const webhooks = disables ? await disableOfKey(tx, { account_id, credential_id }) : 0;
  return { ids: ended.map(({ id }) => id), webhooks };
}

/**
 * Narrows the descendants of a key with it. One left without scopes ends. Returns the ids of the key and its descendants.
 * Requires the lock of the account.
 */
export async function narrowDescendants(
  tx: TxCtx,
  key: KeyOfAccount,
  {
    scopes,
    permissions,
    lostProfileIds,
  }: Pick<Strength, 'scopes' | 'permissions'> & { lostProfileIds: readonly string[] },
): Promise<string[]> {
  const changed = new Set<string>();
  const descendants = await listDescendants.all(tx, key);
  for (const { id, scopes: held, permissions: limits } of descendants) {
    const kept = scopesWithin(held, scopes);
    const left = permissionsWithin(limits, permissions);
    if (kept.join() === held.join() && left?.join() === limits?.join()) continue;
    if (kept.length > 0) await setRights.all(tx, { api_key_id: id, scopes: kept, permissions: left });
    else await endTree(tx, { ...key, api_key_id: id });
    changed.add(id);
  }
  if (lostProfileIds.length > 0) {
    for (const { id } of await detachFromTree.all(tx, { ...key, profile_ids: lostProfileIds })) changed.add(id);
  }
  changed.delete(key.api_key_id);
  await audit(tx, ...[...changed].map((id) => ({ type: 'api_key', id })));
  return [key.api_key_id, ...descendants.map(({ id }) => id)];
}
