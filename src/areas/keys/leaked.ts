import { evictionCall } from '../../auth/credential-eviction.ts';
import { isExpiredAt, isUnrevoked } from '../../auth/credential-state.ts';
import { isWebhookSecret, shownPrefix } from '../../auth/key-format.ts';
import { sha256Hex } from '../../auth/secrets.ts';
import { fateOf } from '../../core/ended-rights.ts';
import type { PrincipalType } from '../../core/enums.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { batch, p, statement } from '../../db/statement.ts';
import { audit } from '../../events/emit.ts';
import { endGiven, lockGiven } from '../access/end-given.ts';
import { notifyOwnerAFew } from '../account/few-mails.ts';
import { endEmailChange, readAccount } from '../account/queries.ts';
import { endExports } from '../exports/remove.ts';
import { unschedule } from '../posts/unschedule.ts';
import { disableOfLeaked } from '../webhooks/disable.ts';
import { reportLeaked } from '../webhooks/leaked.ts';
import { announceEnd } from './descendants.ts';
import { endLeakedTree, listLeakedTree } from './queries.ts';

/** Printable ASCII, and shorter than every secret, so that a masked text fits wherever the text did. */
const MASKS = {
  api_key: '[revoked API key]',
  session: '[revoked session token]',
  oauth: '[revoked OAuth token]',
} as const satisfies Record<PrincipalType, string>;
const OBJECT_TYPES = { api_key: 'api_key', session: 'session', oauth: 'oauth_grant' } as const;

type Found = {
  /** In hexadecimal. */
  hash: string;
  id: string;
  type: PrincipalType;
  account_id: string;
  /** Whether the secret still works. */
  live: boolean;
};
type Leaked = Found & { secret: string };

const now = p('now', 'timestamptz');

const findLeaked = statement(
  'keys.find_leaked',
  { hashes: 'text[]', now: 'timestamptz' },
  sql<Found>`with given as (select hex, decode(hex, 'hex') as hash from unnest(${p('hashes', 'text[]')}) as hex)
    select s.hex as hash, c.id, c.type, c.account_id,
      ${isUnrevoked} and not ${isExpiredAt(now)} as live
    from (select hex, credential_id, expires_at from given join credential_secrets using (hash)
      union all select hex, credential_id, expires_at from given join oauth_refresh_tokens using (hash)) s
    join credentials c on c.id = s.credential_id
    order by c.id`,
);

/**
 * Revokes leaked credentials, disables webhooks that they could have changed, notifies owners, and returns what
 * replaces each secret that exists. In transactions of its own, whatever becomes of the request; in a dry run nothing
 * is revoked.
 */
export async function endLeaked(
  ctx: Ctx,
  secrets: readonly string[],
  dryRun: boolean,
): Promise<ReadonlyMap<string, string>> {
  const ofWebhooks = await reportLeaked(ctx, secrets.filter(isWebhookSecret), dryRun);
  const bearers = secrets.filter((secret) => !isWebhookSecret(secret));
  if (bearers.length === 0) return ofWebhooks;
  const byHash = new Map(bearers.map((secret) => [sha256Hex(secret), secret]));
  const found = await findLeaked.all(ctx, { hashes: [...byHash.keys()], now: ctx.now() });
  const leaked = found.map((row) => ({ ...row, secret: byHash.get(row.hash)! }));
  for (const each of leaked) {
    if (each.live && !dryRun) await inTransaction(ctx, (tx) => end(tx, each));
  }
  return new Map([...ofWebhooks, ...leaked.map(({ secret, type }) => [secret, MASKS[type]] as const)]);
}

/** Does nothing the second time. Locks: 2b, 3 accounts, then the credentials, 7 webhooks, the grants that they gave, posts. */
async function end(tx: TxCtx, { id, type, secret, account_id }: Leaked): Promise<void> {
  const credential = { credential_id: id, account_id };
  const tree = await listLeakedTree.all(tx, credential);
  await lockGiven(
    tx,
    account_id,
    tree.map((one) => one.id),
  );
  const ended = await endLeakedTree.all(tx, { ...credential, now: tx.now() });
  if (ended.length === 0) return;
  const credentialIds = ended.map((one) => one.id);
  const keys = ended.filter((one) => one.was_live && one.type === 'api_key');
  await announceEnd(tx, account_id, keys, { revoked_by: null, reason: 'leaked' });
  await audit(tx, { type: OBJECT_TYPES[type], id });
  if (type === 'session') {
    await batch(tx, [endExports.call({ account_id, now: tx.now() }), endEmailChange(account_id, tx.now())]);
  }
  await disableOfLeaked(tx, credential, credentialIds, evictionCall(tx, [account_id]));
  if (fateOf('credential_leaked', 'grants') === 'end') await endGiven(tx, credentialIds);
  await unschedule(tx, 'credential_leaked', { credentialIds });
  const account = await readAccount.one(tx, { account_id });
  const params = { kind: type, prefix: type === 'api_key' ? shownPrefix(secret) : '' };
  if (account) await notifyOwnerAFew(tx, account, { template: 'secret-leaked', params });
}
