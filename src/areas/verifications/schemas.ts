import { z } from 'zod';
import { domainName } from '../../core/domain-name.ts';
import { VERIFICATION_METHODS, VERIFICATION_REASONS, VERIFICATION_STATUSES } from '../../core/enums.ts';
import { pageQuery } from '../../core/pagination.ts';
import { pathSegment } from '../../core/url-input.ts';
import { profileReference } from '../../core/username.ts';
import { pageOf } from '../../http/envelope.ts';

export const Verification = z
  .object({
    id: z.uuid(),
    profile_id: z.uuid(),
    method: z.enum(VERIFICATION_METHODS),
    domain: z.string().nullable().describe('Lower case, in ASCII form. Null with the method `operator`.'),
    dns_record: z
      .object({
        type: z.literal('TXT'),
        name: z.string().describe('The name of the record, below the domain.'),
        value: z.string().describe('The value, without quotation marks. Other TXT records may exist at the same name.'),
      })
      .nullable()
      .describe('The DNS record to add to the domain. Null with the method `operator`.'),
    status: z
      .enum(VERIFICATION_STATUSES)
      .describe('`verified` until the profile is renamed, which makes it `expired`.'),
    reason: z
      .enum(VERIFICATION_REASONS)
      .nullable()
      .describe(
        'For a pending domain, the result of the last check: `record_missing`, `record_differs`, `dns_unreachable`. Otherwise why it was rejected (`declined`) or expired (`name_changed`, `time_over`), or null.',
      ),
    answer: z.string().nullable().describe('The message of the operator to the member, if any.'),
    created_at: z.iso.datetime(),
    checked_at: z.iso.datetime().nullable().describe('When the domain was last checked.'),
    expires_at: z.iso.datetime().nullable().describe('When it expires if it is still pending. Null otherwise.'),
  })
  .meta({ id: 'Verification' });

export type VerificationWire = z.output<typeof Verification>;

export const VerificationData = z.object({ verification: Verification });
export const VerificationPage = pageOf('VerificationPage', Verification);
export const ListVerificationsQuery = z.strictObject({ ...pageQuery });
export const VerificationPath = z.strictObject({ verification_id: pathSegment() });
export const CreateVerification = z.strictObject({
  profile_id: profileReference().describe('The profile whose name to verify: its id or username.'),
  method: z.enum(VERIFICATION_METHODS).describe('`domain` is for companies only; `operator` is for any profile.'),
  domain: domainName().optional().describe('The domain of the company. Only with the method `domain`.'),
});
