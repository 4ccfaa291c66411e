import { LIMITS } from '../../core/limits.ts';
import { sql } from '../../db/drizzle.ts';
import { lacksAudit } from '../../db/invariants.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import type { Erasure } from '../erasure.ts';
import { type ExportSection, exportOwner, listById } from '../export-section.ts';

export const exportSections: readonly ExportSection[] = [
  {
    path: 'webhooks.json',
    about: 'Webhooks, without their secrets.',
    lists: [
      listById(
        'account',
        'webhooks',
        sql`w.id, w.url, w.types, w.profile_ids, w.enabled, w.disabled_reason, w.created_at, w.last_success_at, w.last_failure_at`,
        sql`webhooks w where w.account_id = ${exportOwner}`,
        sql`w.id`,
      ),
    ],
  },
];

const eraseOf = statement(
  'webhooks.erase_profile',
  { profile_id: 'uuid' },
  sql`update ${writes('webhooks')} set profile_ids = array_remove(profile_ids, ${p('profile_id', 'uuid')})
    where profile_ids @> array[${p('profile_id', 'uuid')}]`,
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
