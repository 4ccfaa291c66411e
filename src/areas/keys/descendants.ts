import { ApiError } from '../../core/errors.ts';
import type { TxCtx } from '../../ctx.ts';
import { audit, emit } from '../../events/emit.ts';
import { detachFromTree, type KeyState, listDescendants, revokeTree, setScopes } from './queries.ts';
import { scopesWithin } from './strength.ts';

/**
 * A key changes and rotates only itself and what it made, directly or not: those end with it. A secret or a right that
 * it gave to any other key would outlive its revocation. People may do it to every key.
 *
 * Fails with `insufficient_scope`.
 */
export function requireDescendant(state: KeyState): void {
  if (state.caller_type === 'api_key' && !state.key_descends) {
    throw new ApiError('insufficient_scope', { agent: { required_scopes: [], hint: NOT_DESCENDED_HINT } });
  }
}

const NOT_DESCENDED_HINT =
  'A key changes and rotates only itself and the keys that it made (parent_key_id of GET /v1/api-keys), since those end with it. Any other key: ask the owner of the account to do it from a session.';

type KeyOfAccount = { api_key_id: string; account_id: string };

/** Ends a key and every key that it made, with an event for each; none for those that had ended. */
export async function endTree(tx: TxCtx, key: KeyOfAccount): Promise<void> {
  const ended = await revokeTree.all(tx, { ...key, now: tx.now() });
  const told = { type: 'api_key.revoked', profileId: null, accountId: key.account_id, objectType: 'api_key' } as const;
  await emit(
    tx,
    ended.map(({ id }) => ({ ...told, objectId: id })),
  );
}

/**
 * What a key loses, the keys that it made lose too: their scopes are cut to those of `scopes`, and `lostProfileIds` are
 * taken from them. One that would keep no scope ends, as there is no key without. Profiles that one of them made itself
 * stay, as nothing else attaches what its maker lacks. Call it under the lock of the account.
 */
export async function narrowDescendants(
  tx: TxCtx,
  key: KeyOfAccount,
  { scopes, lostProfileIds }: { scopes: readonly string[]; lostProfileIds: readonly string[] },
): Promise<void> {
  const changed = new Set<string>();
  for (const { id, scopes: held } of await listDescendants.all(tx, key)) {
    const kept = scopesWithin(held, scopes);
    if (kept.join() === held.join()) continue;
    if (kept.length > 0) await setScopes.all(tx, { api_key_id: id, scopes: kept });
    else await endTree(tx, { ...key, api_key_id: id });
    changed.add(id);
  }
  if (lostProfileIds.length > 0) {
    for (const { id } of await detachFromTree.all(tx, { ...key, profile_ids: lostProfileIds })) changed.add(id);
  }
  changed.delete(key.api_key_id);
  await audit(tx, ...[...changed].map((id) => ({ type: 'api_key', id })));
}
