import { LAST_ID } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { and, desc, gt, lte, sql } from '../../db/drizzle.ts';
import { qb, selectList } from '../../db/query.ts';
import { auditLog } from '../../db/schema/journal.ts';
import { auditCuts, auditDrops } from '../../db/schema/seals.ts';
import { p, statement } from '../../db/statement.ts';
import { NO_ACCOUNT, type SealedRow, sealedFields } from './chain.ts';

/** How many rows a statement reads. */
export const ROWS_AT_ONCE = 2000;

/** A seal with its entry, whose fields are null if it is gone. */
export type SealRow = Head & { entry_id: string } & { [Name in keyof SealedRow]: SealedRow[Name] | null };

/** A seal, or the hash of one that was dropped because of its age: it has no `entry_id`. */
export type ChainRow = SealRow | (Head & { entry_id: null });

const chainRows = statement(
  'audit.list_chain_rows',
  { chain_id: 'uuid', number: 'int', last_chain_id: 'uuid' },
  sql<SealRow>`select s.chain_id, s.number, s.entry_id, s.hash, s.sealed_until, ${selectList(sealedFields)}
    from audit_seals s left join audit_log on audit_log.id = s.entry_id
    where (s.chain_id, s.number) > (${p('chain_id', 'uuid')}, ${p('number', 'int')}) and s.chain_id <= ${p('last_chain_id', 'uuid')}
    order by s.chain_id, s.number limit ${ROWS_AT_ONCE}::int`,
);

const listCuts = statement(
  'audit.list_cuts',
  { chain_id: 'uuid', number: 'int', last_chain_id: 'uuid', last_number: 'int' },
  qb
    .select({
      chain_id: auditCuts.chainId,
      number: auditCuts.number,
      hash: auditCuts.hash,
      sealed_until: auditCuts.sealedUntil,
    })
    .from(auditCuts)
    .where(
      sql`(${auditCuts.chainId}, ${auditCuts.number}) > (${p('chain_id', 'uuid')}, ${p('number', 'int')})
        and (${auditCuts.chainId}, ${auditCuts.number}) <= (${p('last_chain_id', 'uuid')}, ${p('last_number', 'int')})`,
    )
    .orderBy(auditCuts.chainId, auditCuts.number),
);

/** Entries from before this time were dropped because of their age. Null: none were. */
export const droppedBefore = statement(
  'audit.dropped_before',
  {},
  qb.select({ before: auditDrops.before }).from(auditDrops).orderBy(desc(auditDrops.before)).limit(1),
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
    (select chain_id, number, hash, sealed_until from audit_seals where chain_id = c.id order by number desc limit 1)
    union all (select chain_id, number, hash, sealed_until from audit_cuts where chain_id = c.id order by number desc limit 1)
    order by number desc limit 1) s`,
);

export const chainOf = (row: Pick<SealedRow, 'account_id'>): string => row.account_id ?? NO_ACCOUNT;

const MAX_NUMBER = 2 ** 31 - 1;

/**
 * All seals of one chain or of all, in the order of the chains and of their numbers, and the hashes that are left of
 * dropped ones. Holds one part in memory.
 */
export async function* readChains(ctx: Ctx, chainId: string | null): AsyncGenerator<ChainRow> {
  const last_chain_id = chainId ?? LAST_ID;
  for (let after = { chain_id: chainId ?? NO_ACCOUNT, number: 0 }; ; ) {
    const rows = await chainRows.all(ctx, { ...after, last_chain_id });
    const isLast = rows.length < ROWS_AT_ONCE;
    const end = isLast ? { chain_id: last_chain_id, number: MAX_NUMBER } : positionOf(rows.at(-1)!);
    const cuts = await listCuts.all(ctx, { ...after, last_chain_id: end.chain_id, last_number: end.number });
    yield* merged(
      rows,
      cuts.map((cut) => ({ ...cut, entry_id: null })),
    );
    if (isLast) return;
    after = end;
  }
}

const positionOf = ({ chain_id, number }: ChainRow) => ({ chain_id, number });

function merged(rows: ChainRow[], cuts: ChainRow[]): ChainRow[] {
  if (cuts.length === 0) return rows;
  return [...rows, ...cuts].sort((a, b) =>
    a.chain_id === b.chain_id ? a.number - b.number : a.chain_id < b.chain_id ? -1 : 1,
  );
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
