import { integer, pgTable, primaryKey, unique, uuid } from 'drizzle-orm/pg-core';
import { bytea, moment } from './columns.ts';

/** The hash chains over the audit log, by account. Append-only. No foreign key: a seal must outlive a removed entry. */
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
  (t) => [
    primaryKey({ name: 'audit_seals_pk', columns: [t.chainId, t.number] }),
    unique('audit_seals_entry_key').on(t.entryId),
  ],
);
