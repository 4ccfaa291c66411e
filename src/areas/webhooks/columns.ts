import { appHasAccess } from '../../auth/apps.ts';
import { isUnrevoked } from '../../auth/credential-state.ts';
import type { WebhookDisabledReason } from '../../core/enums.ts';
import { acceptedScopes } from '../../core/scopes.ts';
import { alias, type SQL, sql } from '../../db/drizzle.ts';
import { type Selected, selectList, unchecked } from '../../db/query.ts';
import { credentials } from '../../db/schema/accounts.ts';
import { webhooks } from '../../db/schema/webhooks.ts';
import { p } from '../../db/statement.ts';

export const w = alias(webhooks, 'w');
const c = alias(credentials, 'c');

export const now = p('now', 'timestamptz');

/** Null once it has ended: the previous secret signs nothing then. */
const previousSecretEndsAt =
  sql<Date | null>`case when ${w.previousSecretEndsAt} > ${now} then ${w.previousSecretEndsAt} end`.as(
    'previous_secret_ends_at',
  );

/** A webhook without its secrets, from the table under the alias `w`. */
export const webhookFields = {
  id: w.id,
  url: w.url,
  types: w.types,
  profile_ids: w.profileIds,
  enabled: w.enabled,
  disabled_reason: w.disabledReason,
  previous_secret_ends_at: previousSecretEndsAt,
  secret_leaked_at: w.secretLeakedAt,
  created_by_type: w.createdByType,
  created_by_id: w.createdById,
  created_by_name: sql<string | null>`(select ${unchecked(c.name)} from credentials c where c.id = w.created_by_id)`.as(
    'created_by_name',
  ),
  created_at: w.createdAt,
  last_success_at: w.lastSuccessAt,
  last_failure_at: w.lastFailureAt,
};

export type WebhookRow = Selected<typeof webhookFields>;
export const webhookColumns = selectList(webhookFields);

const attached = sql`array(select cp.profile_id from credential_profiles cp where cp.credential_id = ${p('credential_id', 'uuid')})`;

/** Condition: the caller may use the webhook `w` of its account. Credentials must be attached to all of its profiles. */
export const isReachable: SQL = sql`w.account_id = ${p('account_id', 'uuid')} and (${p('is_session', 'bool')}
  or (w.profile_ids <@ ${attached} and w.profile_ids <> '{}'))`;

/**
 * Condition: this credential may change the webhook `w`. A key may change those of itself and its descendants, an app
 * its own: others would outlive its revocation.
 */
export const mayBeChangedBy = (credentialId: SQL): SQL => sql`(w.created_by_id in (
    with recursive tree as (
      select ${credentialId} as id union select made.id from credentials made join tree on made.parent_id = tree.id)
    select id from tree)
  or w.created_by_id in (
    select g.credential_id from oauth_grants own join oauth_grants g on g.client_id = own.client_id
    where own.credential_id = ${credentialId}))`;

/** Condition: the caller may change the webhook `w`. */
export const isChangeable: SQL = sql`(${p('is_session', 'bool')} or ${mayBeChangedBy(p('credential_id', 'uuid'))})`;

const UNSAFE = ['credential_leaked', 'credential_revoked'] as const satisfies readonly WebhookDisabledReason[];

/**
 * Condition: a person has to look at `w` before the caller enables it, because somebody else may have set its URL or know
 * its secret: a credential that could change it leaked or was revoked, or the password was reset.
 */
export const needsPerson: SQL = sql`(not ${p('is_session', 'bool')}
  and coalesce(w.disabled_reason in (${sql.join(
    UNSAFE.map((one) => sql`${one}`),
    sql`, `,
  )}), false))`;

/** Condition: an app without access to the account created `w`. */
export const isOfEndedApp: SQL = sql`(w.created_by_type = 'oauth' and not ${appHasAccess(sql`w.created_by_id`, sql`w.account_id`)})`;

/** Condition: a key whose time is over created `w`. */
export const isOfExpiredKey: SQL = sql`(w.created_by_type = 'api_key' and exists (select from credentials c
  where c.id = w.created_by_id and c.expires_at <= ${p('now', 'timestamptz')} offset 0))`;

const webhookScopes = sql.join(
  (['read', 'write'] as const).flatMap((access) => acceptedScopes('webhooks', access)).map((scope) => sql`${scope}`),
  sql`, `,
);

/**
 * Condition: the key or app that created `w` may itself read events of this type of this profile. It limits nothing once
 * it has ended: a person has enabled the webhook again since.
 */
export const creatorReads = (profile: SQL, type: SQL): SQL => sql`(w.created_by_type = 'session' or not exists (
  select from credentials c where c.id = w.created_by_id and ${isUnrevoked} and not (c.scopes && array[${webhookScopes}]
    and (c.permissions is null or jsonb_exists_any(${p('rules', 'jsonb')} -> ${type}, c.permissions))
    and exists (select from credential_profiles cp where cp.credential_id = c.id and cp.profile_id = ${profile})) offset 0))`;

/** Condition: a credential is not attached to all of these profiles. */
export const exceedsCredential = (profileIds: SQL): SQL =>
  sql`not ${p('is_session', 'bool')} and not ${profileIds} <@ ${attached}`;
