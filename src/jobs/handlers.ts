import { mailHandler } from '../adapters/mail/mail-job.ts';
import { endGivenLately } from '../areas/access/end-given.ts';
import { expireGrants } from '../areas/access/expire.ts';
import { mailManyCreated } from '../areas/account/created-mails.ts';
import { type AccountErasers, eraseDueAccounts } from '../areas/account/erase-due.ts';
import { mailMore } from '../areas/account/few-mails.ts';
import { sendPasswordReset } from '../areas/account/password-reset.ts';
import { liftSuspensions } from '../areas/account/suspension.ts';
import { expireSignUps } from '../areas/account/waiting.ts';
import { keepAuditPartitions } from '../areas/audit/partitions.ts';
import { sealAll, sealRecent } from '../areas/audit/seal.ts';
import { expireContactRequests } from '../areas/contacts/expire.ts';
import { expireExports } from '../areas/exports/expire.ts';
import { makeExport } from '../areas/exports/make.ts';
import { ERASURES, EXPORT_SECTIONS } from '../areas/index.ts';
import { sendDigests } from '../areas/notifications/digest.ts';
import { purgeNotifications } from '../areas/notifications/purge.ts';
import { markRest } from '../areas/notifications/read.ts';
import { publishScheduledPost } from '../areas/posts/publish-due.ts';
import { settleCounts } from '../areas/profiles/move-counts.ts';
import { hashNamesOfDeleted } from '../areas/profiles/names.ts';
import { eraseProfileOfDueAccount } from '../areas/profiles/remove.ts';
import { expireUploads } from '../areas/uploads/uploads.ts';
import { expireVerifications } from '../areas/verifications/expire.ts';
import { deliverQuickly, deliverTo, sweepWebhooks } from '../areas/webhooks/deliver.ts';
import { disableAfterReset } from '../areas/webhooks/disable.ts';
import { purgeDeliveries } from '../areas/webhooks/purge.ts';
import { Receivers } from '../areas/webhooks/receivers.ts';
import { unseal } from '../auth/secrets.ts';
import { makeDueBackup } from '../backup/make-due.ts';
import { asOwner } from '../db/owner.ts';
import type { Deps } from '../deps.ts';
import { keepEventPartitions } from '../events/partitions.ts';
import { endAllTracesOfApps, endTracesOfApps } from '../oauth/end-traces.ts';
import { purgeOAuth } from '../oauth/purge.ts';
import { observeDelivery } from '../telemetry/webhook-delay.ts';
import type { JOBS } from './catalog.ts';
import { purgeAccountLeftovers } from './purge-account-leftovers.ts';
import { purgeIdempotency } from './purge-idempotency.ts';
import { sweepMedia } from './sweep-media.ts';
import type { JobHandlers } from './worker.ts';

/** How the job erases accounts. */
export const ACCOUNT_ERASERS: AccountErasers = {
  eraseProfile: (tx, target) => eraseProfileOfDueAccount(tx, target, ERASURES),
  erasures: ERASURES,
};

export function makeHandlers({ config, database, keys, mailer, post, metrics, clock }: Deps): JobHandlers<typeof JOBS> {
  const delivering = { post, onOutcome: observeDelivery(metrics, clock), receivers: new Receivers() };
  return {
    'mail.send': mailHandler({
      open: (sealed) => unseal(keys.jobs, sealed),
      mailer,
      baseUrl: config.baseUrl,
      authUrl: config.authUrl,
      serviceName: config.serviceName,
    }),
    'account.send_password_reset': sendPasswordReset,
    'account.mail_created': mailManyCreated,
    'account.count_mail': async () => undefined,
    'account.mail_more': mailMore,
    'account.expire_sign_ups': async (ctx) => void (await expireSignUps(ctx)),
    'account.lift_suspensions': async (ctx) => void (await liftSuspensions(ctx)),
    'posts.publish_scheduled': (ctx, { post_id }) => publishScheduledPost(ctx, post_id),
    'exports.make': (ctx, { export_id }) => makeExport(ctx, export_id, EXPORT_SECTIONS),
    'exports.expire': async (ctx) => void (await expireExports(ctx)),
    'media.sweep': async (ctx) => void (await sweepMedia(ctx)),
    'uploads.expire': async (ctx) => void (await expireUploads(ctx)),
    'idempotency.purge': async (ctx) => void (await purgeIdempotency(ctx)),
    'account.purge': async (ctx) => {
      await purgeAccountLeftovers(ctx);
      await hashNamesOfDeleted(ctx);
    },
    'oauth.end_webhooks': (ctx, { account_id }) => endTracesOfApps(ctx, account_id),
    'webhooks.end_after_reset': disableAfterReset,
    'access_grants.end_after_reset': endGivenLately,
    'oauth.purge': async (ctx) => {
      await endAllTracesOfApps(ctx);
      await purgeOAuth(ctx);
    },
    'access_grants.expire': async (ctx) => void (await expireGrants(ctx)),
    'account.erase': async (ctx) => void (await eraseDueAccounts(ctx, ACCOUNT_ERASERS)),
    'profiles.settle_counts': (ctx) => settleCounts(ctx),
    'contact_requests.expire': async (ctx) => void (await expireContactRequests(ctx)),
    'verifications.expire': async (ctx) => void (await expireVerifications(ctx)),
    'notifications.mark_read': markRest,
    'notifications.purge': async (ctx) => void (await purgeNotifications(ctx)),
    'notifications.digest': async (ctx) => void (config.sendsDigests && (await sendDigests(ctx))),
    'webhooks.deliver': (ctx, { webhook_id }) => deliverQuickly(ctx, webhook_id, delivering),
    'webhooks.deliver_slow': (ctx, { webhook_id }) => deliverTo(ctx, webhook_id, delivering),
    'webhooks.sweep': sweepWebhooks,
    'webhooks.purge': async (ctx) => void (await purgeDeliveries(ctx)),
    'audit.seal': async (ctx) => void (await sealRecent(ctx)),
    'audit.seal_late': async (ctx) => void (await sealAll(ctx)),
    'audit.partitions': async (ctx) => {
      const keepFrom = config.auditKeptMs === null ? null : new Date(ctx.now().getTime() - config.auditKeptMs);
      await asOwner(config, database.pool, (owner) => keepAuditPartitions(owner, ctx.now(), keepFrom));
    },
    'backup.make': (ctx) => makeDueBackup(ctx, database),
    'events.partitions': async (ctx) =>
      void (await asOwner(config, database.pool, (owner) => keepEventPartitions(owner, ctx.now()))),
  };
}
