import { LAST_ID } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { and, desc, gt, lte, sql } from '../../db/drizzle.ts';
import { qb, selectList } from '../../db/query.ts';
import { auditLog } from '../../db/schema/journal.ts';
import { p, statement } from '../../db/statement.ts';
import { NO_ACCOUNT, type SealedRow, sealedFields } from './chain.ts';

/** How many rows a statement reads. */
export const ROWS_AT_ONCE = 2000;

/** A seal with its entry, whose fields are null if it is gone. */
export type ChainRow = { chain_id: string; number: number; entry_id: string; hash: Buffer; sealed_until: Date } & {
  [Name in keyof SealedRow]: SealedRow[Name] | null;
};

const chainRows = statement(
  'audit.list_chain_rows',
  { chain_id: 'uuid', number: 'int', last_chain_id: 'uuid' },
  sql<ChainRow>`select s.chain_id, s.number, s.entry_id, s.hash, s.sealed_until, ${selectList(sealedFields)}
    from audit_seals s left join audit_log on audit_log.id = s.entry_id
    where (s.chain_id, s.number) > (${p('chain_id', 'uuid')}, ${p('number', 'int')}) and s.chain_id <= ${p('last_chain_id', 'uuid')}
    order by s.chain_id, s.number limit ${ROWS_AT_ONCE}::int`,
);

const part = qb
  .select({ id: auditLog.id, created_at: auditLog.createdAt })
  .from(auditLog)
  .where(gt(auditLog.id, p('after_id', 'uuid')))
  .orderBy(auditLog.id)
  .limit(ROWS_AT_ONCE)
  .as('part');

/** The end of the next part of the log. No row if there is none. */
export const scan = statement(
  'audit.scan',
  { after_id: 'uuid' },
  qb
    .select({
      last_id: sql<string>`${part.id}`.as('last_id'),
      created_at: part.created_at,
      rows: sql<number>`(count(*) over ())::int`.as('rows'),
    })
    .from(part)
    .orderBy(desc(part.id))
    .limit(1),
);

/** Entries without a seal in a part of the log. Reads the part only: a search for the next ones could read all of it. */
export const listUnsealed = statement(
  'audit.list_unsealed',
  { after_id: 'uuid', last_id: 'uuid' },
  qb
    .select(sealedFields)
    .from(auditLog)
    .where(
      and(
        gt(auditLog.id, p('after_id', 'uuid')),
        lte(auditLog.id, p('last_id', 'uuid')),
        sql`not exists (select 1 from audit_seals s where s.entry_id = ${auditLog.id})`,
      ),
    )
    .orderBy(auditLog.id),
);

export type Head = { chain_id: string; number: number; hash: Buffer; sealed_until: Date };

export const listHeads = statement(
  'audit.list_heads',
  { chain_ids: 'uuid[]' },
  sql<Head>`select s.* from unnest(${p('chain_ids', 'uuid[]')}) as c(id) cross join lateral (
    select chain_id, number, hash, sealed_until from audit_seals where chain_id = c.id order by number desc limit 1) s`,
);

export const chainOf = (row: Pick<SealedRow, 'account_id'>): string => row.account_id ?? NO_ACCOUNT;

/** All seals of one chain or of all, in the order of the chains and of their numbers. Holds one part in memory. */
export async function* readChains(ctx: Ctx, chainId: string | null): AsyncGenerator<ChainRow> {
  const last_chain_id = chainId ?? LAST_ID;
  for (let after = { chain_id: chainId ?? NO_ACCOUNT, number: 0 }; ; ) {
    const rows = await chainRows.all(ctx, { chain_id: after.chain_id, number: after.number, last_chain_id });
    yield* rows;
    if (rows.length < ROWS_AT_ONCE) return;
    after = rows.at(-1)!;
  }
}

/** All entries without a seal, in the order of their ids, part by part. */
export async function* readUnsealed(ctx: Ctx, chainId: string | null): AsyncGenerator<SealedRow[]> {
  for (let after_id = NO_ACCOUNT; ; ) {
    const part = await scan.one(ctx, { after_id });
    if (!part) return;
    const rows = await listUnsealed.all(ctx, { after_id, last_id: part.last_id });
    const wanted = rows.filter((row) => chainId === null || chainOf(row) === chainId);
    if (wanted.length > 0) yield wanted;
    if (part.rows < ROWS_AT_ONCE) return;
    after_id = part.last_id;
  }
}
