import { z } from 'zod';
import { requiredScope } from '../core/scopes.ts';
import type { Example } from './examples.ts';
import { withoutNoise } from './openapi-schemas.ts';
import type { RouteEntry } from './route-contract.ts';

/** JSON of an example that a model reads with the request: more says little about how to call. */
const MOST_DATA = 800;

type Group = { scope: string | null; operations: Record<string, string> };

/** The operations by the scope that opens them, each with its call and what it does: a model reads all of it. */
export function grouped(routes: readonly RouteEntry[]): Group[] {
  const groups = new Map<string | null, Group>();
  for (const route of routes) {
    const scope = scopeOf(route);
    const group = groups.get(scope) ?? { scope, operations: {} };
    group.operations[route.contract.operation] = `${route.method} ${pathTemplate(route.url)} ${route.summary}`;
    groups.set(scope, group);
  }
  return [...groups.values()];
}

/** What a caller needs to call an operation; `whole` adds the response schema and the whole example. */
export function detail(route: RouteEntry, { body = null, data = null }: Example, whole: boolean) {
  const { contract, method, summary, schema } = route;
  const success = Object.entries(schema.response).find(([status]) => status.startsWith('2'))?.[1];
  return {
    operation: contract.operation,
    method,
    path: pathTemplate(route.url),
    summary,
    description: schema.description,
    scope: scopeOf(route),
    profile_header: contract.profile,
    request_schema: {
      path: schema.params ? toJsonSchema(schema.params, 'input') : null,
      query: schema.querystring && hasFields(schema.querystring) ? toJsonSchema(schema.querystring, 'input') : null,
      body: route.body ? toJsonSchema(route.body, 'input') : null,
    },
    response_schema: whole && success ? toJsonSchema(success, 'output') : null,
    example: { body, data: whole ? data : shortened(data) },
    error_codes: [...route.errors],
  };
}

/** Converts `/v1/posts/:post_id` of the router to `/v1/posts/{post_id}` of OpenAPI. */
const pathTemplate = (url: string): string => url.replace(/:(\w+)/g, '{$1}');

function scopeOf({ contract: { auth } }: RouteEntry): string | null {
  return auth.kind === 'credential' && auth.scope ? requiredScope(auth.scope.area, auth.scope.access) : null;
}

const hasFields = (schema: z.ZodType): boolean =>
  !(schema instanceof z.ZodObject) || Object.keys(schema.shape).length > 0;

function shortened(data: unknown): unknown {
  const short = JSON.stringify(data, (_name, value: unknown) => (Array.isArray(value) ? value.slice(0, 1) : value));
  return short.length > MOST_DATA ? null : (JSON.parse(short) as unknown);
}

/** Without what holds for all schemas, a format or integers, and with the definition of the body in its place. */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const {
    $schema: _,
    $ref,
    $defs,
    ...own
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      withoutNoise(jsonSchema);
    },
  });
  if (!$ref) return $defs ? { ...own, $defs } : own;
  const { [$ref.slice('#/$defs/'.length)]: root, ...others } = $defs ?? {};
  return Object.keys(others).length > 0 ? { ...root, $defs: others } : { ...root };
}
