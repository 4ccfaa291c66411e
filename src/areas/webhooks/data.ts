import { LIMITS } from '../../core/limits.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { lacksAudit } from '../../db/invariants.ts';
import { qb } from '../../db/query.ts';
import { p, statement } from '../../db/statement.ts';
import type { Erasure } from '../erasure.ts';
import { type ExportSection, exportOwner, listOwned } from '../export-section.ts';
import { w } from './columns.ts';

export const exportSections: readonly ExportSection[] = [
  {
    path: 'webhooks.json',
    about: 'Webhooks, without their secrets.',
    lists: [
      listOwned(
        'account',
        'webhooks',
        w.id,
        [
          w.id,
          w.url,
          w.types,
          w.profileIds,
          w.enabled,
          w.disabledReason,
          w.createdAt,
          w.lastSuccessAt,
          w.lastFailureAt,
        ],
        eq(w.accountId, exportOwner),
      ),
    ],
  },
];

const eraseOf = statement(
  'webhooks.erase_profile',
  { profile_id: 'uuid' },
  qb
    .update(w)
    .set({ profileIds: sql`array_remove(${w.profileIds}, ${p('profile_id', 'uuid')})` })
    .where(sql`${w.profileIds} @> array[${p('profile_id', 'uuid')}]`),
);

/** A webhook that loses its last profile sends nothing. */
export const erasure: Erasure = {
  async profile(tx, { profileId }) {
    await eraseOf.all(tx, { profile_id: profileId });
    return {};
  },
};

export const invariants: Readonly<Record<string, string>> = {
  accounts_have_few_webhooks: `select account_id from webhooks group by account_id having count(*) > ${LIMITS.account.max_webhooks}`,
  webhooks_are_in_the_audit_log: `select w.id from webhooks w where ${lacksAudit('w.id', 'webhook')}`,
};
