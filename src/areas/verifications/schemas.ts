import { z } from 'zod';
import { domainName } from '../../core/domain-name.ts';
import { VERIFICATION_METHODS, VERIFICATION_REASONS, VERIFICATION_STATUSES } from '../../core/enums.ts';
import { idField } from '../../core/ids.ts';
import { pageQuery } from '../../core/pagination.ts';
import { pathWord } from '../../core/words.ts';
import { pageOf } from '../../http/envelope.ts';

export const Verification = z
  .object({
    id: z.uuid(),
    profile_id: z.uuid(),
    method: z.enum(VERIFICATION_METHODS),
    domain: z.string().nullable().describe('Lower case, in ASCII form; null with the method `operator`.'),
    dns_record: z
      .object({
        type: z.literal('TXT'),
        name: z.string().describe('Where the record stands: a name below the domain.'),
        value: z.string().describe('What it says, without quotation marks. Others may stand beside it.'),
      })
      .nullable()
      .describe('The record that the domain has to show; null with the method `operator`.'),
    status: z
      .enum(VERIFICATION_STATUSES)
      .describe('`verified` as long as the profile has the name that was proved; a new name makes it `expired`.'),
    reason: z
      .enum(VERIFICATION_REASONS)
      .nullable()
      .describe(
        'While a domain waits, what the last check found: `record_missing`, `record_differs`, `dns_unreachable`. Why it was rejected (`declined`) or has expired (`name_changed`, `time_over`). Null otherwise.',
      ),
    answer: z.string().nullable().describe("The operator's words to the member, if any."),
    created_at: z.iso.datetime(),
    checked_at: z.iso.datetime().nullable().describe('When the domain was looked at last.'),
    expires_at: z.iso.datetime().nullable().describe('Until when it can wait; null unless it is pending.'),
  })
  .meta({ id: 'Verification' });

export type VerificationWire = z.output<typeof Verification>;

export const VerificationData = z.object({ verification: Verification });
export const VerificationPage = pageOf(Verification);
export const ListVerificationsQuery = z.strictObject({ ...pageQuery });
export const VerificationPath = z.strictObject({ verification_id: pathWord() });
export const CreateVerification = z.strictObject({
  profile_id: idField().describe('The profile whose name is to be verified.'),
  method: z.enum(VERIFICATION_METHODS).describe('`domain` for companies alone; `operator` for everybody.'),
  domain: domainName().optional().describe('With the method `domain`: the domain of the company.'),
});
