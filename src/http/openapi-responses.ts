import { ERROR_CODES, type ErrorCode } from '../core/error-codes.ts';
import { errorBody } from './envelope.ts';
import { exampleOf } from './examples.ts';
import type { JsonSchema, SchemaCollector } from './openapi-schemas.ts';
import type { RouteEntry } from './route-contract.ts';

const EXAMPLE_ID = '01920000-0000-7000-8000-000000000001';

export const HEADERS: Readonly<Record<string, JsonSchema>> = {
  'X-Request-Id': header('The id of this request. Include it when you report a problem.', { type: 'string' }),
  RateLimit: header(
    'The limit that is nearest to its end: its name in `limits.rates` of `GET /v1/meta`, the calls left (`r`) and the seconds until its window ends (`t`).',
    {
      type: 'string',
    },
  ),
  'RateLimit-Policy': header('The same limit: its calls (`q`) in a window of `w` seconds.', { type: 'string' }),
  'RateLimit-Limit': header('The number of calls that the tightest limit allows in its window.', { type: 'integer' }),
  'RateLimit-Remaining': header('The number of calls left in this window.', { type: 'integer' }),
  'RateLimit-Reset': header('Seconds until the window ends.', { type: 'integer' }),
  'Retry-After': header('Seconds to wait before the next attempt.', { type: 'integer' }),
  'WWW-Authenticate': header('The scheme to authenticate with (RFC 6750).', { type: 'string' }),
  Allow: header('The methods that this path supports.', { type: 'string' }),
  ETag: header('A weak entity tag of an anonymous response, to send back in If-None-Match.', { type: 'string' }),
  Link: header('The URL of the next page with `rel="next"` (RFC 8288); absent on the last page.', {
    type: 'string',
  }),
  'Idempotency-Replayed': header('`true` if this is the stored response to an earlier call with the same key.', {
    type: 'string',
  }),
  'Dry-Run': header('`true` if nothing was stored or sent.', { type: 'string' }),
};

function header(description: string, schema: JsonSchema): JsonSchema {
  return { description, schema };
}

function refer(names: readonly string[]): JsonSchema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const LIMIT_HEADERS = [
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
];
const FAILURE_HEADERS: Record<number, readonly string[]> = {
  401: ['X-Request-Id', 'WWW-Authenticate'],
  403: LIMIT_HEADERS,
  405: ['X-Request-Id', 'Allow'],
  429: [...LIMIT_HEADERS, 'Retry-After'],
  503: ['X-Request-Id', 'Retry-After'],
};

/** Components of failures: responses of a status with a single code, and one example for each code. */
export type FailureComponents = { responses: Record<string, JsonSchema>; examples: Record<string, JsonSchema> };

/** All responses of an operation: its payload in the envelope, and every status that its error codes can have. */
export function responsesOf(route: RouteEntry, schemas: SchemaCollector, shared: FailureComponents): JsonSchema {
  return { ...successesOf(route, schemas), ...failuresOf(route.errors, shared) };
}

function successesOf(route: RouteEntry, schemas: SchemaCollector): JsonSchema {
  const { contract, method } = route;
  const { data } = exampleOf(contract.operation);
  const names = [...LIMIT_HEADERS];
  if (contract.cache && method === 'GET') names.push('ETag');
  if (contract.linksNextPage) names.push('Link');
  if (method !== 'GET')
    names.push(...(contract.auth.kind === 'credential' ? ['Idempotency-Replayed', 'Dry-Run'] : ['Dry-Run']));
  const answers: JsonSchema = {};
  for (const [status, schema] of Object.entries(route.schema.response)) {
    answers[status] = {
      description: status === '201' ? 'Created.' : method === 'GET' ? 'Success.' : 'Done, or already done.',
      headers: refer(names),
      content: contract.eventStream
        ? eventStreamOf(data)
        : {
            'application/json': {
              schema: schemas.output(schema),
              example: { ok: true, data, agent: {} },
            },
          },
    };
  }
  if (contract.cache && method === 'GET')
    answers['304'] = { description: 'Unchanged since the entity tag in If-None-Match.', headers: refer(['ETag']) };
  return answers;
}

/** OpenAPI 3.1 has no schema for the items of a stream. */
function eventStreamOf(data: unknown): JsonSchema {
  const { type } = (data ?? {}) as { type?: string };
  return {
    'text/event-stream': {
      schema: { type: 'string', description: 'Server-sent events, each with an `Event` as JSON in its `data`.' },
      example: `id: …\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`,
    },
  };
}

function failuresOf(codes: readonly ErrorCode[], shared: FailureComponents): JsonSchema {
  const byStatus = Map.groupBy(codes, (code) => ERROR_CODES[code].status);
  const answers: JsonSchema = {};
  for (const [status, its] of byStatus) {
    const only = its.length === 1 ? its[0]! : null;
    const response = failure(status, its, shared);
    if (only) shared.responses[only] = response;
    answers[status] = only ? { $ref: `#/components/responses/${only}` } : response;
  }
  return answers;
}

function failure(status: number, codes: readonly ErrorCode[], shared: FailureComponents): JsonSchema {
  for (const code of codes) {
    shared.examples[code] = {
      summary: ERROR_CODES[code].message,
      value: errorBody(code, status >= 500 ? { request_id: EXAMPLE_ID } : {}),
    };
  }
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code].message}`).join('\n\n'),
    headers: refer(FAILURE_HEADERS[status] ?? ['X-Request-Id']),
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { error_code: { enum: [...codes] } } }],
        },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}
