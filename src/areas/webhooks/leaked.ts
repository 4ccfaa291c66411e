import { sha256Hex } from '../../auth/secrets.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { and, eq, isNull, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { p, statement } from '../../db/statement.ts';
import { audit } from '../../events/emit.ts';
import { notifyOwnerAFew } from '../account/few-mails.ts';
import { lockAccount, readAccount } from '../account/queries.ts';
import { now, w } from './columns.ts';

/** Shorter than every secret, like the masks of keys. */
const MASK = '[leaked webhook secret]';

type Found = { hash: string; id: string; account_id: string; is_known: boolean };

const foundColumns = sql`hex as hash, w.id, w.account_id, w.secret_leaked_at is not null as is_known`;

const findLeaked = statement(
  'webhooks.find_leaked',
  { hashes: 'text[]', now: 'timestamptz' },
  sql<Found>`with given as (select hex, decode(hex, 'hex') as hash from unnest(${p('hashes', 'text[]')}) as hex)
    select ${foundColumns} from given join webhooks w on w.secret_hash = given.hash
    union all select ${foundColumns} from given join webhooks w on w.previous_secret_hash = given.hash
      and w.previous_secret_ends_at > ${now}`,
);

const markLeaked = statement(
  'webhooks.mark_leaked',
  { now: 'timestamptz', webhook_id: 'uuid' },
  qb
    .update(w)
    .set({ secretLeakedAt: now })
    .where(and(eq(w.id, p('webhook_id', 'uuid')), isNull(w.secretLeakedAt)))
    .returning({ id: w.id }),
);

/**
 * Tells the owners of leaked webhook secrets, once each, and returns what replaces those that exist. They go on to
 * sign: receivers would refuse another signature.
 */
export async function reportLeaked(
  ctx: Ctx,
  secrets: readonly string[],
  dryRun: boolean,
): Promise<ReadonlyMap<string, string>> {
  if (secrets.length === 0) return new Map();
  const byHash = new Map(secrets.map((secret) => [sha256Hex(secret), secret]));
  const found = await findLeaked.all(ctx, { hashes: [...byHash.keys()], now: ctx.now() });
  for (const each of found) {
    if (!each.is_known && !dryRun) await inTransaction(ctx, (tx) => report(tx, each));
  }
  return new Map(found.map(({ hash }) => [byHash.get(hash)!, MASK]));
}

async function report(tx: TxCtx, { id, account_id }: Found): Promise<void> {
  await lockAccount.one(tx, { account_id });
  if (!(await markLeaked.one(tx, { webhook_id: id, now: tx.now() }))) return;
  await audit(tx, { type: 'webhook', id });
  const account = await readAccount.one(tx, { account_id });
  if (account) await notifyOwnerAFew(tx, account, { template: 'webhook-secret-leaked', params: { webhook_id: id } });
}
