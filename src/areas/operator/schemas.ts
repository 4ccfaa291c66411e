import { z } from 'zod';
import { REPORT_ACTS, REPORT_REASONS, REPORT_STATUSES, REPORT_TARGET_TYPES, SIGN_UP_BLOCKS } from '../../core/enums.ts';
import { LIMITS } from '../../core/limits.ts';
import { OPERATOR_ROLES } from '../../core/operator-roles.ts';
import { pageQuery } from '../../core/pagination.ts';
import { line } from '../../core/text.ts';
import { timestampField } from '../../core/timestamps.ts';
import { pathSegment } from '../../core/url-input.ts';
import { pageOf } from '../../http/envelope.ts';

const reason = () => line(LIMITS.suspension_reason.max_length, { min: 1 }).describe('Shown to the member.');
const until = () =>
  timestampField().optional().describe('The end of the suspension. Without it, the operator lifts it.');

export const ReportsQuery = z.strictObject({
  ...pageQuery,
  status: z.enum(REPORT_STATUSES).default('open').describe('Only reports with this status.'),
});

const QueuedReport = z
  .object({
    id: z.uuid(),
    status: z.enum(REPORT_STATUSES),
    reason: z.enum(REPORT_REASONS),
    comment: z.string().nullable().describe('By the reporter.'),
    reporter_username: z.string(),
    target_type: z.enum(REPORT_TARGET_TYPES),
    target_id: z.uuid(),
    reported_text: z
      .string()
      .nullable()
      .describe(
        'The text when the report was opened: of the post or message; of a profile its name, occupation and bio, and the note of its contact request to the reporter.',
      ),
    target_text: z.string().nullable().describe('The text of a post or message now, also of a removed post.'),
    target_images: z
      .array(z.object({ url: z.url(), alt_text: z.string().nullable() }).meta({ id: 'ReportedImage' }))
      .describe('The images of a post, whatever its visibility. The addresses expire.'),
    target_is_gone: z.boolean().describe('Whether others no longer see it.'),
    target_username: z.string().nullable().describe('Null for a guest.'),
    target_account_id: z.uuid().nullable().describe('Null for a guest, and for an erased account.'),
    target_account_suspended: z.boolean(),
    open_reporters: z.int().describe('How many accounts have open reports about this member and its content.'),
    act: z.enum(REPORT_ACTS).nullable().describe('What the operator did.'),
    created_at: z.iso.datetime(),
    settled_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'QueuedReport' });
export const QueuedReportPage = pageOf('QueuedReportPage', QueuedReport);

export const ReportPath = z.strictObject({ report_id: pathSegment().describe('The id of a report.') });
export const ActBody = z.strictObject({
  act: z
    .enum(REPORT_ACTS)
    .describe(
      '`hide` removes the post, or empties the message for both sides, `warn` mails the owner of the account, `suspend` suspends the account. `resolve` and `dismiss` only close the report.',
    ),
  reason: reason().optional().describe('Shown to the member. `suspend` requires it; `hide` takes it.'),
  until: until(),
});
export const Acted = z.object({
  report_id: z.uuid(),
  settled: z.int().describe('How many reports about the same target were closed; 0 if somebody else has closed them.'),
});

export const AccountPath = z.strictObject({ account_id: pathSegment().describe('The id of an account.') });
export const SuspensionBody = z.strictObject({ reason: reason(), until: until() });
export const SuspensionState = z.object({
  account_id: z.uuid(),
  suspended_at: z.iso.datetime().nullable(),
  suspended_until: z.iso.datetime().nullable().describe('Null if the operator has to lift it.'),
  changed: z.boolean().describe('False if nothing had to change.'),
});

const roles = () => z.array(z.enum(OPERATOR_ROLES)).max(OPERATOR_ROLES.length);
export const RolesBody = z.strictObject({
  roles: roles().describe(
    '`moderate` decides about members: reports, posts and suspensions. `operate` runs the server, and gives these roles.',
  ),
});
export const RolesState = z.object({
  account_id: z.uuid(),
  roles: roles(),
  changed: z.boolean().describe('False if nothing had to change.'),
});

export const SignUpBlockBody = z.strictObject({
  kind: z.enum(SIGN_UP_BLOCKS),
  value: line(LIMITS.domain.max_length, { min: 2 }).describe(
    'A mail domain, whose subdomains are included; or an address or network: at least /8 of IPv4, /16 of IPv6.',
  ),
});
export const SignUpBlock = z
  .object({
    id: z.uuid(),
    kind: z.enum(SIGN_UP_BLOCKS),
    value: z.string().describe('The domain in ASCII, or the network.'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'SignUpBlock' });
export const SignUpBlockOnly = z.object({ sign_up_block: SignUpBlock });
export const SignUpBlockPage = pageOf('SignUpBlockPage', SignUpBlock);
export const SignUpBlockPath = z.strictObject({ block_id: pathSegment().describe('The id of a block.') });
export const SignUpBlockRemoved = z.object({ block_id: z.uuid(), removed: z.boolean() });

export const SignUpsQuery = z.strictObject(pageQuery);
const WaitingSignUp = z
  .object({
    account_id: z.uuid(),
    email: z.string(),
    join_reason: z.string().nullable().describe('Why the person wants to join, in its own words.'),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().describe('When the sign-up ends if no operator decides.'),
  })
  .meta({ id: 'WaitingSignUp' });
export const WaitingSignUpPage = pageOf('WaitingSignUpPage', WaitingSignUp);
const decision = () => z.enum(['approve', 'refuse']);
export const SignUpDecisionBody = z.strictObject({ decision: decision() });
export const SignUpDecided = z.object({ account_id: z.uuid(), decision: decision() });

export const ExportStarted = z.object({ account_id: z.uuid(), export_id: z.uuid() });
export const DeletionStarted = z.object({
  account_id: z.uuid(),
  deletion_scheduled_at: z.iso.datetime(),
  changed: z.boolean().describe('False if it was scheduled before.'),
});
