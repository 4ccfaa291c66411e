import { type SQL, sql } from '../../../db/drizzle.ts';
import type { DispatchedEvent } from '../../../events/dispatcher.ts';
import { kind, type NewAct } from './kind.ts';

/** Events of an account: `recipients` finds the profile. `s.recipient_id` is the account. */
const toAccount = ({ account_id, object_id }: DispatchedEvent): NewAct => ({
  recipientId: account_id,
  groupId: object_id,
  actorId: null,
  objectId: object_id,
});

/** Of the profiles `own` of the account: the first for which the object was made, or the first. */
const firstOf = (object: SQL): SQL => sql`(select own.id, null::uuid as managed_id from profiles own left join ${object}
    where own.account_id = s.recipient_id and own.deleted_at is null order by made.id is null, own.id limit 1)`;

/** For the first profile that the key could act as. */
export const apiKeyRevoked = kind({
  type: 'api_key.revoked',
  // The owner knows what it revoked itself.
  madeBy: { 'api_key.revoked': (event) => (event.data['revoked_by'] === 'session' ? null : toAccount(event)) },
  withoutActor: true,
  recipients: firstOf(sql`(select profile_id as id, credential_id from credential_profiles) made
    on made.id = own.id and made.credential_id = s.object_id`),
});

/** For the first profile whose events the webhook received. */
export const webhookDisabled = kind({
  type: 'webhook.disabled',
  madeBy: { 'webhook.disabled': toAccount },
  withoutActor: true,
  recipients: firstOf(sql`webhooks made on made.id = s.object_id and own.id = any(made.profile_ids)`),
});
