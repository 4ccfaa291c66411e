import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { ENUMS } from '../../core/enums.ts';
import { ERROR_CODES, type ErrorSpec } from '../../core/error-codes.ts';
import { fail } from '../../core/errors.ts';
import { limitsForMeta } from '../../core/limits.ts';
import { UNTRUSTED_FIELDS } from '../../core/untrusted-fields.ts';
import { VERSION } from '../../core/version.ts';
import { answers } from '../../http/envelope.ts';
import { mayCall } from '../../http/may-call.ts';
import { ATTRIBUTIONS } from '../taxonomies/attributions.ts';
import { detail, summarize } from './operations.ts';
import { Links, Meta, OperationDetail, OperationList, OperationPath } from './schemas.ts';
import { START_ADVICE, startLinks } from './start.ts';

const tags = ['Meta'];
const isPublic = { auth: { kind: 'public' }, profile: 'none', cache: { maxAgeSeconds: 0 } } as const;

export const metaRoutes: FastifyPluginAsync = async (instance) => {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const links = startLinks(app.deps.config);
  const description =
    'Lists the addresses of everything that this service offers. Start here if you only know the base URL.';
  for (const [url, operation, summary] of [
    ['/', 'meta.get_root', 'Discover the service from its base URL'],
    ['/v1', 'meta.get_links', 'List the addresses of the service'],
  ] as const) {
    app.get(
      url,
      {
        config: { ...isPublic, operation, example: { data: links } },
        schema: { summary, description, tags, response: answers(Links) },
      },
      async (_request, reply) => reply.ok(links, START_ADVICE),
    );
  }

  const meta = {
    version: VERSION,
    enums: ENUMS,
    limits: limitsForMeta(),
    error_codes: Object.entries<ErrorSpec>(ERROR_CODES).map(([code, { status, message, hint }]) => ({
      code,
      status,
      message,
      hint,
    })),
    untrusted_fields: UNTRUSTED_FIELDS,
    attributions: ATTRIBUTIONS,
  };
  app.get(
    '/v1/meta',
    {
      config: {
        ...isPublic,
        operation: 'meta.get',
        example: {
          data: {
            ...meta,
            enums: { 'Profile.type': ENUMS['Profile.type'] },
            error_codes: meta.error_codes.slice(0, 1),
          },
        },
      },
      schema: {
        summary: 'Read the enumerations, limits and error codes',
        description: 'Every enumeration with its values, every limit, and every error code with its hint.',
        tags,
        response: answers(Meta),
      },
    },
    async (_request, reply) => reply.ok(meta),
  );

  const exampleOperation = {
    operation: 'meta.get',
    method: 'GET',
    path: '/v1/meta',
    summary: 'Read the enumerations, limits and error codes',
  };
  app.get(
    '/v1/meta/operations',
    {
      config: {
        ...isPublic,
        operation: 'meta.list_operations',
        example: { data: { items: [exampleOperation], next_cursor: null } },
      },
      schema: {
        summary: 'List the operations that this credential may call',
        description:
          'Short by design: an agent can read the whole list, then request the operation that it needs. Anonymous callers see every operation.',
        tags,
        response: answers(OperationList),
      },
    },
    async (request, reply) => {
      const items = app.routes.filter((route) => mayCall(route, request.ctx.principal)).map(summarize);
      return reply.ok(
        { items, next_cursor: null },
        {
          hint: 'GET /v1/meta/operations/{operation} returns the schemas, an example and the error codes of one operation.',
        },
      );
    },
  );

  app.get(
    '/v1/meta/operations/:operation',
    {
      config: {
        ...isPublic,
        operation: 'meta.get_operation',
        errors: ['operation_not_found'],
        example: {
          data: {
            ...exampleOperation,
            description: 'Every enumeration with its values.',
            scope: null,
            profile_header: 'none',
            request_schema: { path: null, query: null, body: null },
            response_schema: { type: 'object' },
            example: { body: null, data: {} },
            error_codes: ['invalid_request'],
          },
        },
      },
      schema: {
        summary: 'Read one operation with its schemas and an example',
        description:
          'The request and response as JSON Schema, an example, the required scope and every possible error code.',
        tags,
        params: OperationPath,
        response: answers(OperationDetail),
      },
    },
    async (request, reply) => {
      const route = app.routes.find(({ contract }) => contract.operation === request.params.operation);
      return reply.ok(detail(route ?? fail('operation_not_found')));
    },
  );
};
