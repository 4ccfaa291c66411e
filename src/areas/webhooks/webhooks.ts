import { cannotActAsAll } from '../../auth/authority.ts';
import { accountAuthority } from '../../auth/authorize.ts';
import { recentSignInCalls } from '../../auth/recent-sign-in.ts';
import { requirePrincipal } from '../../auth/require.ts';
import type { EventType } from '../../core/enums.ts';
import { type FailureFacts, fail } from '../../core/errors.ts';
import { idOrNone, isId, newId } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import { type Page, type PageInput, pageById } from '../../core/pagination.ts';
import { type Ctx, whenCommitted } from '../../ctx.ts';
import { and, desc, lt, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { type Refusal, refuse } from '../../db/refusal.ts';
import { batch, type Call, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { write } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { wakeJobs } from '../../jobs/wake.ts';
import { createdCalls } from '../account/created-mails.ts';
import { lockAccount } from '../account/queries.ts';
import {
  exceedsCredential,
  isChangeable,
  isOfEndedApp,
  isReachable,
  needsPerson,
  now,
  type WebhookRow,
  w,
  webhookColumns,
  webhookFields,
} from './columns.ts';
import { ALL_PROFILES_HINT, appEnded, FULL_HINT, NEEDS_PERSON, NOT_ATTACHED_HINT, NOT_CREATED_HINT } from './hints.ts';
import { requireUrl } from './require-url.ts';
import { runAfterChange } from './run.ts';
import { newSecret, sealedSecret } from './secret.ts';

export type WebhookInput = {
  url: string;
  types?: readonly EventType[] | null | undefined;
  profile_ids?: readonly string[] | null | undefined;
};
export type WebhookChange = Partial<WebhookInput> & { enabled?: boolean | undefined };
export type WithSecret = { webhook: WebhookRow; secret: string };

const webhookId = p('webhook_id', 'uuid');
const NOT_CREATED = sql`'{"created_by_another": true}'::jsonb`;
const accountId = p('account_id', 'uuid');
const profileIds = p('profile_ids', 'uuid[]');

/** The parameters of `isReachable`, and the id of a webhook. */
const REACH = { webhook_id: 'uuid', account_id: 'uuid', is_session: 'bool', credential_id: 'uuid' } as const;

/** Their values. */
export function reachValues(ctx: Ctx, id = '') {
  const { accountId, id: credential_id, type } = requirePrincipal(ctx);
  return { account_id: accountId, credential_id, is_session: type === 'session', webhook_id: idOrNone(id) };
}

const refuseFull = statement(
  'webhooks.refuse_full',
  { account_id: 'uuid' },
  sql`select case when count(*) >= ${LIMITS.account.max_webhooks}::int then ${refuse('plan_limit_reached')} end
    from webhooks where account_id = ${accountId}`,
);

const refuseProfiles = statement(
  'webhooks.refuse_profiles',
  { profile_ids: 'uuid[]', account_id: 'uuid', now: 'timestamptz', is_session: 'bool', credential_id: 'uuid' },
  sql`select case when ${cannotActAsAll(accountId, profileIds)} then ${refuse('permission_denied')}
    when ${exceedsCredential(profileIds)} then ${refuse('profile_not_attached')} end`,
);

/** Refuses a webhook that the caller may not use. Locks it, so that a change of it is seen. */
export const requireWebhook = statement(
  'webhooks.require',
  REACH,
  sql`with found as (select from webhooks w where w.id = ${webhookId} and ${isReachable} for no key update)
    select case when not exists (select from found) then ${refuse('webhook_not_found')} end`,
);

/** Refuses a webhook that the caller may not change, or enable: an app without access would lose it again. */
const requireChangeable = statement(
  'webhooks.require_changeable',
  { ...REACH, enables: 'bool', now: 'timestamptz' },
  sql`with found as (
      select ${isChangeable} as is_changeable, ${p('enables', 'bool')} and ${isOfEndedApp} as is_ended,
        ${p('enables', 'bool')} and ${needsPerson} as needs_person
      from webhooks w where w.id = ${webhookId} and ${isReachable} for no key update)
    select case when not exists (select from found) then ${refuse('webhook_not_found')}
      when not (select is_changeable from found) then ${refuse('insufficient_scope', NOT_CREATED)}
      when (select is_ended from found) then ${refuse('permission_denied', sql`'{"app_ended": true}'::jsonb`)}
      when (select needs_person from found) then ${refuse('permission_denied', sql`'{"needs_person": true}'::jsonb`)} end`,
);

const about = { objectType: 'webhook', profile: sql`null::uuid` };

const insert = writeStatement(
  'webhooks.insert',
  {
    webhook_id: 'uuid',
    account_id: 'uuid',
    url: 'text',
    types: 'text[]?',
    profile_ids: 'uuid[]?',
    secret: 'text',
    secret_hash: 'bytea',
    credential_id: 'uuid',
  },
  {
    change: sql`made as (
    insert into ${writes('webhooks')} (id, account_id, url, types, profile_ids, secret, secret_hash, created_by_type, created_by_id, created_at)
    values (${webhookId}, ${accountId}, ${p('url', 'text')}, ${p('types', 'text[]')}, ${profileIds}, ${p('secret', 'text')},
      ${p('secret_hash', 'bytea')}, ${p('principal_type', 'text')}, ${p('credential_id', 'uuid')}, ${now})
    returning *)`,
    audit: { ...about, from: sql`made`, object: sql`made.id` },
    answer: sql<WebhookRow>`select ${webhookColumns} from made w`,
  },
);

/** A webhook, and whether the app that created it has no access any more. */
export type WebhookOfApp = WebhookRow & { app_ended: boolean };

const update = writeStatement(
  'webhooks.update',
  {
    url: 'text?',
    sets_types: 'bool',
    types: 'text[]?',
    sets_profiles: 'bool',
    profile_ids: 'uuid[]?',
    enabled: 'bool?',
    resumes: 'bool',
    webhook_id: 'uuid',
  },
  {
    change: sql`changed as (
    update ${writes('webhooks')} w set url = coalesce(${p('url', 'text')}, w.url),
      types = case when ${p('sets_types', 'bool')} then ${p('types', 'text[]')} else w.types end,
      profile_ids = case when ${p('sets_profiles', 'bool')} then ${profileIds} else w.profile_ids end,
      enabled = coalesce(${p('enabled', 'bool')}, w.enabled),
      disabled_reason = case when ${p('enabled', 'bool')} then null
        when not ${p('enabled', 'bool')} then coalesce(w.disabled_reason, 'requested') else w.disabled_reason end,
      failing_since = case when ${p('resumes', 'bool')} then null else w.failing_since end
    where w.id = ${webhookId} returning w.*), resumed as (
    update ${writes('webhook_deliveries')} d set next_attempt_at = ${now} from changed
    where ${p('resumes', 'bool')} and d.webhook_id = changed.id and d.status = 'pending' and d.next_attempt_at > ${now})`,
    audit: { ...about, from: sql`changed`, object: sql`changed.id` },
    answer: sql<WebhookOfApp>`select ${webhookColumns}, ${isOfEndedApp} as app_ended from changed w`,
  },
);

const rotate = writeStatement(
  'webhooks.rotate',
  { secret: 'text', secret_hash: 'bytea', ends_at: 'timestamptz', webhook_id: 'uuid' },
  {
    change: sql`changed as (
    update ${writes('webhooks')} w set secret = ${p('secret', 'text')}, secret_hash = ${p('secret_hash', 'bytea')}, secret_leaked_at = null,
      previous_secret_hash = case when ${p('ends_at', 'timestamptz')} > ${now} then w.secret_hash end,
      previous_secret = case when ${p('ends_at', 'timestamptz')} > ${now} then w.secret end,
      previous_secret_ends_at = case when ${p('ends_at', 'timestamptz')} > ${now} then ${p('ends_at', 'timestamptz')} end
    where w.id = ${webhookId} returning w.*)`,
    audit: { ...about, from: sql`changed`, object: sql`changed.id` },
    answer: sql<WebhookRow>`select ${webhookColumns} from changed w`,
  },
);

const remove = writeStatement('webhooks.remove', REACH, {
  change: sql`gone as (delete from ${writes('webhooks')} w where w.id = ${webhookId} and ${isReachable} returning w.id)`,
  audit: { ...about, from: sql`gone`, object: sql`gone.id` },
  answer: sql<{ id: string }>`select id from gone`,
});

/** The profiles that a credential may name. Only a session may name none, for all of the account, now and later. */
function requireProfiles(ctx: Ctx, wanted: readonly string[] | null): readonly string[] | null {
  if (wanted !== null) return [...new Set(wanted.map((id) => id.toLowerCase()))];
  return requirePrincipal(ctx).type === 'session'
    ? null
    : fail('insufficient_scope', { agent: { required_scopes: [], hint: ALL_PROFILES_HINT } });
}

/** Omitted: all profiles of the account for a session, those attached to it for another credential. */
function profilesOf(ctx: Ctx, wanted: WebhookInput['profile_ids']): readonly string[] | null {
  const { type, profiles } = requirePrincipal(ctx);
  const attached = [...profiles.keys()];
  return requireProfiles(
    ctx,
    wanted === undefined && type !== 'session' && attached.length > 0 ? attached : (wanted ?? null),
  );
}

function explain({ code, facts }: Refusal, attached_profile_ids: readonly string[]): FailureFacts | undefined {
  if (code === 'plan_limit_reached') return { hint: FULL_HINT };
  if (facts['app_ended']) return appEnded;
  if (facts['needs_person']) return { hint: NEEDS_PERSON };
  if (facts['created_by_another']) return { required_scopes: [], hint: NOT_CREATED_HINT };
  if (code === 'profile_not_attached') return { attached_profile_ids, hint: NOT_ATTACHED_HINT };
  return undefined;
}

async function change<Row extends WebhookRow>(
  ctx: Ctx,
  checks: readonly Call<unknown>[],
  changes: Call<Row>,
  jobs: Call<unknown>[] = [],
) {
  const { account_id } = reachValues(ctx);
  const locks = [lockAccount.call({ account_id })];
  const attached = [...requirePrincipal(ctx).profiles.keys()];
  const [[row]] = await write(ctx, {
    ...accountAuthority(ctx),
    locks,
    checks,
    change: [changes],
    jobs,
    explain: (refusal) => explain(refusal, attached),
  });
  return row!;
}

/**
 * Creates a webhook. Fails with `invalid_webhook_url`, `permission_denied` (a profile that the account does not
 * manage), `profile_not_attached` (to the credential), `insufficient_scope` (all profiles), `plan_limit_reached`,
 * `recent_sign_in_required`.
 */
export async function createWebhook(ctx: Ctx, input: WebhookInput): Promise<WithSecret> {
  requireUrl(ctx, input.url);
  const values = { ...reachValues(ctx), webhook_id: newId(), profile_ids: profilesOf(ctx, input.profile_ids) };
  const { webhook_id } = values;
  const secret = newSecret();
  const checks = [
    ...recentSignInCalls(ctx),
    refuseProfiles.call({ ...values, profile_ids: values.profile_ids ?? [], now: ctx.now() }),
    refuseFull.call(values),
  ];
  const row = { ...values, url: input.url, types: input.types ?? null, ...sealedSecret(ctx, secret, webhook_id) };
  const jobs = createdCalls(ctx, { kind: 'webhook', id: webhook_id });
  const webhook = await change(ctx, checks, insert.call(ctx, row), jobs);
  whenCommitted(ctx, () => wakeJobs('mail.send'));
  return { webhook, secret: ctx.dryRun ? 'dry_run' : secret };
}

/**
 * Changes a webhook. A new address and `enabled: true` make its deliveries due now. Fails like `createWebhook`, and
 * with `webhook_not_found`, `insufficient_scope` (created by another credential), `permission_denied` (its app has no
 * access, or only a session may enable it).
 */
export async function updateWebhook(ctx: Ctx, id: string, input: WebhookChange): Promise<WebhookOfApp> {
  if (input.url !== undefined) requireUrl(ctx, input.url);
  const values = reachValues(ctx, id);
  const { webhook_id } = values;
  const wanted = input.profile_ids === undefined ? null : requireProfiles(ctx, input.profile_ids);
  const resumes = input.enabled === true || input.url !== undefined;
  const checks = [
    requireChangeable.call({ ...values, enables: input.enabled === true, now: ctx.now() }),
    ...(input.url === undefined ? [] : recentSignInCalls(ctx)),
    refuseProfiles.call({ ...values, profile_ids: wanted ?? [], now: ctx.now() }),
  ];
  const row = {
    webhook_id,
    url: input.url ?? null,
    sets_types: input.types !== undefined,
    types: input.types ?? null,
    sets_profiles: input.profile_ids !== undefined,
    profile_ids: wanted,
    enabled: input.enabled ?? null,
    resumes,
  };
  const run = resumes ? [runAfterChange(webhook_id)] : [];
  const isMore = input.url !== undefined || input.types !== undefined || input.profile_ids !== undefined;
  const mails = isMore ? changedCalls(ctx, webhook_id) : [];
  const webhook = await change(ctx, checks, update.call(ctx, row), [...run, ...mails]);
  whenCommitted(ctx, () => wakeJobs('webhooks.deliver'));
  if (isMore) whenCommitted(ctx, () => wakeJobs('mail.send'));
  return webhook;
}

const changedCalls = (ctx: Ctx, id: string) => createdCalls(ctx, { kind: 'webhook', id, changed: true });

/**
 * Issues a new secret. Both sign until the overlap ends. Fails with `webhook_not_found`, `insufficient_scope`,
 * `recent_sign_in_required`: a thief of an old session could forge deliveries with the new one.
 */
export async function rotateSecret(ctx: Ctx, id: string, overlapSeconds: number): Promise<WithSecret> {
  const values = reachValues(ctx, id);
  const secret = newSecret();
  const ends_at = new Date(ctx.now().getTime() + overlapSeconds * 1000);
  const row = { webhook_id: values.webhook_id, ends_at, ...sealedSecret(ctx, secret, values.webhook_id) };
  const checks = [requireChangeable.call({ ...values, enables: false, now: ctx.now() }), ...recentSignInCalls(ctx)];
  const isNews = requirePrincipal(ctx).type === 'session';
  const webhook = await change(ctx, checks, rotate.call(ctx, row), isNews ? changedCalls(ctx, values.webhook_id) : []);
  if (isNews) whenCommitted(ctx, () => wakeJobs('mail.send'));
  return { webhook, secret: ctx.dryRun ? 'dry_run' : secret };
}

/** Deletes a webhook with its deliveries. `removed`: whether there was one. Fails with `webhook_not_found`. */
export async function removeWebhook(ctx: Ctx, id: string): Promise<{ webhook_id: string; removed: boolean }> {
  if (!isId(id)) fail('webhook_not_found');
  const values = reachValues(ctx, id);
  const locks = [lockAccount.call(values)];
  const [[row]] = await write(ctx, { ...accountAuthority(ctx), locks, change: [remove.call(ctx, values)] });
  return { webhook_id: values.webhook_id, removed: row !== undefined };
}

/** Condition: the webhook sends events of the profile that `X-Profile-Id` names, if any. */
const isWanted = sql`(${p('only_profile_id', 'uuid')} is null or w.profile_ids is null or ${p('only_profile_id', 'uuid')} = any(w.profile_ids))`;

const list = statement(
  'webhooks.list',
  {
    now: 'timestamptz',
    account_id: 'uuid',
    is_session: 'bool',
    credential_id: 'uuid',
    only_profile_id: 'uuid?',
    before_id: 'uuid',
    rows: 'bigint',
  },
  qb
    .select(webhookFields)
    .from(w)
    .where(and(isReachable, isWanted, lt(w.id, p('before_id'))))
    .orderBy(desc(w.id))
    .limit(sql.placeholder('rows')),
);

/** A webhook, and whether the caller may change it. */
export type OneWebhook = WebhookOfApp & { is_changeable: boolean; needs_person: boolean };

const get = statement(
  'webhooks.get',
  { ...REACH, now: 'timestamptz' },
  sql<OneWebhook>`select ${webhookColumns}, ${isChangeable} as is_changeable, ${needsPerson} as needs_person, ${isOfEndedApp} as app_ended from webhooks w where w.id = ${webhookId} and ${isReachable}`,
);

/** The webhooks that the caller may use, newest first. Fails with `invalid_cursor`. */
export async function listWebhooks(ctx: Ctx, input: PageInput): Promise<Page<WebhookRow>> {
  const values = { ...reachValues(ctx), now: ctx.now(), only_profile_id: ctx.acting?.id ?? null };
  return pageById(ctx, input, 'id', (from) => list.all(ctx, { ...values, ...from }));
}

/** Fails with `webhook_not_found`. */
export async function getWebhook(ctx: Ctx, id: string): Promise<OneWebhook> {
  const [[row]] = await batch(ctx, [get.call({ ...reachValues(ctx, id), now: ctx.now() })]);
  return row ?? fail('webhook_not_found');
}
