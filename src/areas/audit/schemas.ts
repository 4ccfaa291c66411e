import { z } from 'zod';
import { PRINCIPAL_TYPES } from '../../core/enums.ts';
import { LIMITS } from '../../core/limits.ts';
import { pageQuery } from '../../core/pagination.ts';
import { profileReference } from '../../core/username.ts';
import { pageOf } from '../../http/envelope.ts';

export const AuditEntry = z
  .object({
    id: z.uuid(),
    created_at: z.iso.datetime(),
    operation: z
      .string()
      .describe(
        'An operation from `GET /v1/meta/operations`, or an action of the service itself (`job.*`, `admin.*`).',
      ),
    principal: z
      .object({
        type: z
          .enum([...PRINCIPAL_TYPES, 'operator', 'system'])
          .describe('`system` is the service itself or its command line.'),
        id: z.uuid().nullable().describe('The id of the session, API key or OAuth grant; otherwise null.'),
        name: z
          .string()
          .nullable()
          .describe("The name, if it is a credential of the caller's account that still exists; otherwise null."),
      })
      .describe('The credential that performed the operation.'),
    profile_id: z.uuid().nullable().describe('The acting profile; null if the account itself acted.'),
    manager_profile_id: z.uuid().nullable().describe('The profile that acted for it through a grant, or null.'),
    grant_id: z.uuid().nullable().describe('The access grant of that manager, or null.'),
    object: z.object({ type: z.string(), id: z.uuid() }).describe('The changed object.'),
    request_id: z.string().describe('The `X-Request-Id` of the call, possibly chosen by the caller.'),
  })
  .meta({ id: 'AuditEntry' });

export const AuditPage = pageOf('AuditEntryPage', AuditEntry);

const OPERATION = /^[a-z][a-z_]*(\.[a-z][a-z_]*)*$/;

const moment = z.iso.datetime().max(LIMITS.timestamp.max_length);

export const AuditQuery = z.strictObject({
  ...pageQuery,
  profile_id: profileReference().optional().describe('Only entries with this acting profile: its id or username.'),
  manager_profile_id: profileReference()
    .optional()
    .describe('Only entries where this profile acted for another one through a grant.'),
  operation: z
    .string()
    .regex(OPERATION)
    .max(80)
    .optional()
    .describe('Only this operation, such as `posts.create`; `GET /v1/meta/operations` lists them.'),
  since: moment.optional().describe('Only entries at this time or later.'),
  until: moment.optional().describe('Only entries before this time.'),
});

export type AuditInput = z.output<typeof AuditQuery>;
