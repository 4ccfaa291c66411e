import { ENUMS } from '../../core/enums.ts';
import { ERROR_CODES, type ErrorSpec } from '../../core/error-codes.ts';
import { fail } from '../../core/errors.ts';
import { limitsForMeta } from '../../core/limits-for-meta.ts';
import { apiText, op, text } from '../../core/operation-text.ts';
import { VERSION } from '../../core/version.ts';
import { detail, grouped } from '../../http/describe-operation.ts';
import { exampleOf } from '../../http/examples.ts';
import { matching } from '../../http/find-operations.ts';
import { mayCall, routeOf } from '../../http/may-call.ts';
import { nearOperations } from '../../http/mistakes.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { ATTRIBUTIONS } from '../taxonomies/attributions.ts';
import {
  Links,
  Meta,
  OperationDetail,
  OperationList,
  OperationPath,
  OperationQuery,
  OperationView,
} from './schemas.ts';
import { START_HINTS, startLinks } from './start.ts';

const IN_SHORT = text`view=full adds the schema of the response and the whole example.`;

const isPublic = { auth: { kind: 'public' }, profile: 'none', cache: { maxAgeSeconds: 0 } } as const;

const description =
  'Lists the addresses of everything that this service offers. Start here if you only know the base URL.';

const meta = {
  enums: Object.fromEntries(Object.entries(ENUMS).map(([name, values]) => [name, [...values]])),
  error_codes: Object.entries<ErrorSpec>(ERROR_CODES).map(([code, { status, message, hint }]) => ({
    code,
    status,
    message,
    hint: apiText(hint),
  })),
  attributions: ATTRIBUTIONS,
};

export const metaOperations: readonly Operation[] = [
  ...(
    [
      ['/', 'meta.get_root', 'Discover the service from its base URL'],
      ['/v1', 'meta.get_links', 'List the addresses of the service'],
    ] as const
  ).flatMap(([path, name, summary]) => [
    operation({
      name,
      method: 'GET',
      path,
      tag: 'Meta',
      summary,
      description,
      ...isPublic,
      output: Links,
      run: async ({ ctx }, reply) => reply.ok(startLinks(ctx.config), START_HINTS),
    }),
  ]),

  operation({
    name: 'meta.get',
    method: 'GET',
    path: '/v1/meta',
    tag: 'Meta',
    summary: 'Read the enumerations, limits and error codes',
    description: 'Every enumeration with its values, every limit, and every error code with its hint.',
    ...isPublic,
    output: Meta,
    run: async ({ server, ctx }, reply) =>
      reply.ok({
        version: VERSION,
        commit: ctx.config.build.commit,
        committed_at: ctx.config.build.committedAt,
        sign_up: ctx.config.signup,
        sends_mails: ctx.config.sendsMails,
        ...meta,
        limits: limitsForMeta(ctx.config),
        webhook_loopback_allowed: ctx.config.webhookAllowLoopback,
        untrusted_fields: [...server.untrustedFields],
      }),
  }),

  operation({
    name: 'meta.list_operations',
    method: 'GET',
    path: '/v1/meta/operations',
    tag: 'Meta',
    summary: 'List the operations that this credential may call',
    description:
      'By the scope that opens them, each with its method, path and summary. Short by design: an agent can read the whole list, then request the operation that it needs. Anonymous callers see every operation.',
    ...isPublic,
    query: OperationQuery,
    output: OperationList,
    run: async ({ server, ctx, query: { q } }, reply) => {
      const callable = server.routes.filter((route) => mayCall(route, ctx.principal));
      const items = grouped(q === undefined ? callable : matching(callable, q));
      return reply.ok(
        { items, next_cursor: null },
        {
          hint:
            items.length > 0
              ? text`${op('meta.get_operation')} returns the request schema, an example and the error codes of one operation, and with view=full the schema of the response.`
              : text`No operation has these words. ${op('meta.list_operations')} without q lists all.`,
        },
      );
    },
  }),

  operation({
    name: 'meta.get_operation',
    method: 'GET',
    path: '/v1/meta/operations/:operation',
    tag: 'Meta',
    summary: 'Read an operation with its schemas',
    description:
      'The request as JSON Schema, an example, the required scope and every possible error code: at most 4 KB. No schema takes unknown fields. `view=full` adds the response as JSON Schema.',
    ...isPublic,
    errors: ['operation_not_found'],
    params: OperationPath,
    query: OperationView,
    output: OperationDetail,
    run: async (request, reply) => {
      const { operation: name } = request.params;
      const { routes } = request.server;
      const route = routeOf(routes, name) ?? fail('operation_not_found', { agent: nearOperations(routes, name) });
      const whole = request.query.view === 'full';
      return reply.ok(detail(route, exampleOf(name), whole), whole ? {} : { hint: IN_SHORT });
    },
  }),
];
