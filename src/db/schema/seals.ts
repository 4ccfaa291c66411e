import { bigint, index, integer, pgTable, primaryKey, unique, uuid } from 'drizzle-orm/pg-core';
import { bytea, moment } from './columns.ts';

/**
 * The hash chains over the audit log, by account. Append-only. No foreign key: a seal must outlive a removed entry.
 * Partitioned by the time of the entry in the migration, so `number` is unique by the lock of the only sealer.
 */
export const auditSeals = pgTable(
  'audit_seals',
  {
    /** The account of the entry; the nil UUID for entries without one. */
    chainId: uuid('chain_id').notNull(),
    /** The position in the chain, from 1. */
    number: integer('number').notNull(),
    entryId: uuid('entry_id').notNull(),
    hash: bytea('hash').notNull(),
    /** The sealer had read the log up to this time. */
    sealedUntil: moment('sealed_until').notNull(),
  },
  (t) => [unique('audit_seals_entry_unique').on(t.entryId), index('audit_seals_chain_idx').on(t.chainId, t.number)],
);

/** Of the dropped seals, those whose hash is still needed: the next one is kept, or there is no newer one in the chain. */
export const auditCuts = pgTable(
  'audit_cuts',
  {
    chainId: uuid('chain_id').notNull(),
    number: integer('number').notNull(),
    hash: bytea('hash').notNull(),
    sealedUntil: moment('sealed_until').notNull(),
  },
  (t) => [primaryKey({ name: 'audit_cuts_pk', columns: [t.chainId, t.number] })],
);

/** What was dropped because of its age: entries from before this time, and how many. */
export const auditDrops = pgTable('audit_drops', {
  before: moment('before').primaryKey(),
  droppedAt: moment('dropped_at').notNull(),
  entries: bigint('entries', { mode: 'number' }).notNull(),
});
