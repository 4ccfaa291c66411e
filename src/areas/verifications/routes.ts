import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { answers, answersEither } from '../../http/envelope.ts';
import { checkVerification, lookAtDomain } from './check.ts';
import { createVerification, PROVING } from './create.ts';
import { exampleVerification, exampleVerified } from './examples.ts';
import { adviseOn, afterVerifications } from './hints.ts';
import { listVerifications } from './list.ts';
import { presentVerification } from './present.ts';
import {
  CreateVerification,
  ListVerificationsQuery,
  VerificationData,
  VerificationPage,
  VerificationPath,
} from './schemas.ts';

const tags = ['Verifications'];
const writing = {
  auth: { kind: 'credential', scope: { area: 'profiles', access: 'write' }, verifiedEmail: true },
  profile: 'optional',
  permissions: [PROVING],
} as const;

/** Proofs of who a profile is. */
export const verificationRoutes: FastifyPluginAsync = async (instance) => {
  const app = instance.withTypeProvider<ZodTypeProvider>();

  app.post(
    '/v1/verifications',
    {
      config: {
        ...writing,
        operation: 'verifications.create',
        errors: ['profile_not_found'],
        quotas: ['verifications'],
        example: {
          body: { profile_id: exampleVerification.profile_id, method: 'domain', domain: exampleVerification.domain },
          data: { verification: exampleVerification },
        },
      },
      schema: {
        summary: 'Begin to verify the name of a profile',
        description:
          'A company proves that it keeps a domain: it adds the TXT record in `dns_record` and calls POST /v1/verifications/{verification_id}/check; that can wait for 30 days. Any profile can ask the operator of this server instead, who answers by hand within 90 days. Either sets `legal_name_verified`. What waits or counts already is answered again with 200 and the same record, so this can be repeated. One domain can verify several profiles, also of several accounts: each has a record of its own, and whoever can set it keeps the domain. Acts on the profile of the body: X-Profile-Id is not needed, and one that names another profile is refused with permission_denied.',
        tags,
        body: CreateVerification,
        response: answersEither(VerificationData),
      },
    },
    async ({ body }, reply) =>
      reply.commit({
        commit: (ctx) => createVerification(ctx, body),
        answer: ({ verification, created }) => ({
          data: { verification: presentVerification(verification) },
          agent: adviseOn(verification),
          status: created ? 201 : 200,
        }),
      }),
  );

  app.get(
    '/v1/verifications',
    {
      config: {
        operation: 'verifications.list',
        auth: { kind: 'credential', scope: { area: 'profiles', access: 'read' } },
        profile: 'optional',
        errors: ['invalid_cursor'],
        example: { data: { items: [exampleVerification], next_cursor: null } },
      },
      schema: {
        summary: 'List verifications',
        description:
          'Those of the profiles that the caller owns or manages with `profile_editing`, newest first, over and pending ones alike; with X-Profile-Id those of that profile.',
        tags,
        querystring: ListVerificationsQuery,
        response: answers(VerificationPage),
      },
    },
    async ({ ctx, query }, reply) => {
      const page = await listVerifications(ctx, query);
      return reply.ok({ ...page, items: page.items.map(presentVerification) }, afterVerifications);
    },
  );

  app.post(
    '/v1/verifications/:verification_id/check',
    {
      config: {
        ...writing,
        operation: 'verifications.check',
        errors: ['verification_not_found'],
        quotas: ['verification_checks'],
        example: { data: { verification: exampleVerified } },
      },
      schema: {
        summary: 'Check the DNS record of a domain',
        description:
          'Asks the DNS for the TXT record. Is it there, the profile is verified at once, and stays so until it gets another name; the record may go then. Else it stays pending, and `reason` says what was found. One that is over, verified or the operator’s to answer is answered as it stands. X-Profile-Id is not needed.',
        tags,
        params: VerificationPath,
        response: answers(VerificationData),
      },
    },
    async ({ params }, reply) =>
      reply.commit({
        prepare: (ctx) => lookAtDomain(ctx, params.verification_id),
        commit: checkVerification,
        answer: (row) => ({ data: { verification: presentVerification(row) }, agent: adviseOn(row) }),
      }),
  );
};
