import { z } from 'zod';
import { requiredScope } from '../../core/scopes.ts';
import type { RouteEntry } from '../../http/route-contract.ts';

/** Converts `/v1/posts/:post_id` of the router to `/v1/posts/{post_id}` of OpenAPI. */
function pathTemplate(url: string): string {
  return url.replace(/:(\w+)/g, '{$1}');
}

export function summarize(route: RouteEntry) {
  const { contract, method, summary } = route;
  return { operation: contract.operation, method, path: pathTemplate(route.url), summary };
}

export function detail(route: RouteEntry, { body = null, data = null }: { body?: unknown; data?: unknown }) {
  const { schema } = route;
  const { auth, profile } = route.contract;
  const success = Object.entries(schema.response).find(([status]) => status.startsWith('2'))?.[1];
  return {
    ...summarize(route),
    description: schema.description,
    scope: auth.kind === 'credential' && auth.scope ? requiredScope(auth.scope.area, auth.scope.access) : null,
    profile_header: profile,
    request_schema: {
      path: schema.params ? toJsonSchema(schema.params, 'input') : null,
      query: schema.querystring ? toJsonSchema(schema.querystring, 'input') : null,
      body: route.body ? toJsonSchema(route.body, 'input') : null,
    },
    response_schema: success ? toJsonSchema(success, 'output') : {},
    example: { body, data },
    error_codes: [...route.errors],
  };
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>;
}
