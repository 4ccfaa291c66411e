import { op, PROFILE_HEADER, text } from '../../core/operation-text.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { checkVerification, lookUpDomain } from './check.ts';
import { createVerification, PROVING } from './create.ts';
import { afterVerifications, hintsOn } from './hints.ts';
import { listVerifications } from './list.ts';
import { presentVerification } from './present.ts';
import {
  CreateVerification,
  ListVerificationsQuery,
  VerificationData,
  VerificationPage,
  VerificationPath,
} from './schemas.ts';

const writing = {
  auth: { kind: 'credential', scope: { area: 'profiles', access: 'write' }, verifiedEmail: true },
  profile: 'optional',
  permissions: [PROVING],
} as const;

export const verificationOperations: readonly Operation[] = [
  operation({
    name: 'verifications.create',
    done: 'Requested verification',
    method: 'POST',
    path: '/v1/verifications',
    tag: 'Verifications',
    summary: 'Request verification of a profile name',
    description: [
      'Verification sets `legal_name_verified`.',
      text`A company adds the TXT record in \`dns_record\` to its domain within 30 days, then calls ${op('verifications.check')}.`,
      'Any profile can ask the operator instead. Repeating the call returns the existing verification with 200.',
    ],
    ...writing,
    errors: ['profile_not_found', 'verification_withdrawn'],
    quotas: ['verifications'],
    body: CreateVerification,
    output: VerificationData,
    status: 'created_or_found',
    run: async ({ body }, reply) =>
      reply.commit({
        commit: (ctx) => createVerification(ctx, body),
        answer: ({ verification, created }) => ({
          data: { verification: presentVerification(verification) },
          agent: hintsOn(verification),
          status: created ? 201 : 200,
        }),
      }),
  }),

  operation({
    name: 'verifications.list',
    method: 'GET',
    path: '/v1/verifications',
    tag: 'Verifications',
    summary: 'List verifications',
    description: [
      'Verifications of the profiles that the caller owns or manages with `profile_editing`, newest first, including ended ones.',
      text`With ${PROFILE_HEADER}, only those of that profile.`,
    ],
    auth: { kind: 'credential', scope: { area: 'profiles', access: 'read' } },
    profile: 'optional',
    query: ListVerificationsQuery,
    output: VerificationPage,
    run: async ({ ctx, query }, reply) => {
      const page = await listVerifications(ctx, query);
      return reply.ok({ ...page, items: page.items.map(presentVerification) }, afterVerifications);
    },
  }),

  operation({
    name: 'verifications.check',
    done: 'Checked a DNS record',
    method: 'POST',
    path: '/v1/verifications/:verification_id/check',
    tag: 'Verifications',
    summary: 'Check the DNS record of a domain',
    description:
      'Looks up the TXT record. If it exists, the profile is verified immediately and stays verified until it is renamed; you may then delete the record. Otherwise it remains pending, and `reason` says what was found. A verification that is not waiting for DNS is returned unchanged.',
    ...writing,
    errors: ['verification_not_found'],
    quotas: ['verification_checks'],
    params: VerificationPath,
    output: VerificationData,
    run: async ({ params }, reply) =>
      reply.commit({
        prepare: (ctx) => lookUpDomain(ctx, params.verification_id),
        commit: checkVerification,
        answer: (row) => ({ data: { verification: presentVerification(row) }, agent: hintsOn(row) }),
      }),
  }),
];
