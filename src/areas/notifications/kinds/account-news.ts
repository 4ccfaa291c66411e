import { sql } from '../../../db/drizzle.ts';
import type { DispatchedEvent } from '../../../events/dispatcher.ts';
import { kind, type NewAct } from './kind.ts';

/** Events of an account: `recipients` finds the profile. `s.recipient_id` is the account. */
const toAccount = ({ account_id, object_id }: DispatchedEvent): NewAct => ({
  recipientId: account_id,
  groupId: object_id,
  actorId: null,
  objectId: object_id,
});

/** The first profile that the key could act as, or the first of the account. */
export const apiKeyRevoked = kind({
  type: 'api_key.revoked',
  // The owner knows what it revoked itself.
  madeBy: { 'api_key.revoked': (event) => (event.data['revoked_by'] === 'session' ? null : toAccount(event)) },
  withoutActor: true,
  recipients: sql`(select own.id, null::uuid as managed_id from profiles own
    left join credential_profiles cp on cp.profile_id = own.id and cp.credential_id = s.object_id
    where own.account_id = s.recipient_id and own.deleted_at is null order by cp.profile_id is null, own.id limit 1)`,
});

/** The first profile whose events the webhook received, or the first of the account. */
export const webhookDisabled = kind({
  type: 'webhook.disabled',
  madeBy: { 'webhook.disabled': toAccount },
  withoutActor: true,
  recipients: sql`(select own.id, null::uuid as managed_id from profiles own
    left join webhooks w on w.id = s.object_id and own.id = any(w.profile_ids)
    where own.account_id = s.recipient_id and own.deleted_at is null order by w.id is null, own.id limit 1)`,
});
