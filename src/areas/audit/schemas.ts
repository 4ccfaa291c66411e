import { z } from 'zod';
import { PRINCIPAL_TYPES } from '../../core/enums.ts';
import { idField } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import { pageQuery } from '../../core/pagination.ts';
import { pageOf } from '../../http/envelope.ts';

export const AuditEntry = z
  .object({
    id: z.uuid(),
    created_at: z.iso.datetime(),
    operation: z
      .string()
      .describe(
        'What was done: an operation of `GET /v1/meta/operations`, or work of the service itself (`job.*`, `admin.*`).',
      ),
    principal: z
      .object({
        type: z.enum([...PRINCIPAL_TYPES, 'system']).describe('`system`: the service itself or its command line.'),
        id: z.uuid().nullable().describe('Of the session, the API key or the OAuth grant; null for `system`.'),
        name: z
          .string()
          .nullable()
          .describe("Of the account's own credential; null where somebody else's acted, or where it is gone."),
      })
      .describe('The credential that did it.'),
    profile_id: z.uuid().nullable().describe('The acting profile; null where the account itself acted.'),
    manager_profile_id: z.uuid().nullable().describe('The profile that acted for it through a grant, else null.'),
    grant_id: z.uuid().nullable().describe('The access grant that it acted under, else null.'),
    object: z.object({ type: z.string(), id: z.uuid() }).describe('What was changed.'),
    request_id: z.string().describe('`X-Request-Id` of the call, which its caller may have chosen.'),
  })
  .meta({ id: 'AuditEntry' });

export const AuditPage = pageOf(AuditEntry);

const OPERATION = /^[a-z][a-z_]*(\.[a-z][a-z_]*)*$/;

const moment = z.iso.datetime().max(LIMITS.timestamp.max_length);

export const AuditQuery = z.strictObject({
  ...pageQuery,
  profile_id: idField().optional().describe('Only what was done as this profile.'),
  manager_profile_id: idField().optional().describe('Only what this profile did for others through a grant.'),
  operation: z
    .string()
    .regex(OPERATION)
    .max(80)
    .optional()
    .describe('Only this operation, such as `posts.create`; `GET /v1/meta/operations` lists them.'),
  since: moment.optional().describe('Only what was done at this time or later.'),
  until: moment.optional().describe('Only what was done before this time.'),
});

export type AuditInput = z.output<typeof AuditQuery>;
