import { COMMON_ERROR_CODES, ERROR_CODES, type ErrorCode } from '../core/error-codes.ts';
import { errorBody } from './envelope.ts';
import { exampleOf } from './examples.ts';
import { COMPONENTS, type JsonSchema, type SchemaCollector } from './openapi-schemas.ts';
import type { RouteEntry } from './route-contract.ts';

/** JSON of an example; most of a longer one repeats those of other operations. */
const MOST_EXAMPLE = 60;

export const HEADERS: Readonly<Record<string, JsonSchema>> = {
  'X-Request-Id': header('On every response. The id of this request. Include it when you report a problem.', {
    type: 'string',
  }),
  RateLimit: header(
    'On successes too. The limit that is nearest to its end: its name in `limits.rates` of `GET /v1/meta`, the calls left (`r`) and the seconds until its window ends (`t`).',
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
  Location: header('The path of the created object.', { type: 'string', format: 'uri-reference' }),
};

function header(description: string, schema: JsonSchema): JsonSchema {
  return { description, schema };
}

function refer(names: readonly string[]): JsonSchema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const USAGE_HEADERS = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];
const LIMIT_HEADERS = [...USAGE_HEADERS, 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After'];

/** A kind of failure: a response that operations share, whatever their codes. */
type Failure = { status: number | 'default'; name: string; meaning: string; headers: readonly string[] };
const FAILURES: readonly Failure[] = [
  { status: 400, name: 'BadRequest', meaning: 'Something in the request is invalid.', headers: USAGE_HEADERS },
  {
    status: 401,
    name: 'Unauthorized',
    meaning: 'The credential is missing or no longer valid.',
    headers: ['X-Request-Id', 'WWW-Authenticate'],
  },
  { status: 403, name: 'Forbidden', meaning: 'The caller may not do this.', headers: USAGE_HEADERS },
  { status: 404, name: 'NotFound', meaning: 'It does not exist for this caller.', headers: USAGE_HEADERS },
  { status: 409, name: 'Conflict', meaning: 'The current state does not allow it.', headers: USAGE_HEADERS },
];
const FAILURE_OF_ANY_CALL: Failure = {
  status: 'default',
  name: 'Failure',
  meaning: 'What can happen to any call.',
  headers: [...LIMIT_HEADERS, 'Allow'],
};

function failureOf(code: ErrorCode): Failure {
  if ((COMMON_ERROR_CODES as readonly ErrorCode[]).includes(code)) return FAILURE_OF_ANY_CALL;
  const kind = FAILURES.find(({ status }) => status === ERROR_CODES[code].status);
  if (!kind) throw new Error(`${code}: FAILURES has no kind for its status`);
  return kind;
}

/** The codes that an operation declares itself. The others follow from its credential, its profile and its method. */
const declaredCodes = ({ contract, errors }: RouteEntry): ErrorCode[] =>
  errors.filter((code) => contract.errors?.includes(code) && failureOf(code) !== FAILURE_OF_ANY_CALL);

/** Responses that operations share. Each kind of failure lists the codes that no operation declares, with an example of the first. */
export function sharedResponses(routes: readonly RouteEntry[]): Record<string, JsonSchema> {
  const general = new Set(
    routes.flatMap((route) => [...new Set(route.errors).difference(new Set(declaredCodes(route)))]),
  );
  const kinds = Map.groupBy([...general].sort(), failureOf);
  const failures = [...FAILURES, FAILURE_OF_ANY_CALL].map((kind) => [
    kind.name,
    responseOf(kind, kinds.get(kind) ?? []),
  ]);
  const unchanged = { description: 'Unchanged since the entity tag in `If-None-Match`.', headers: refer(['ETag']) };
  return { NotModified: unchanged, ...Object.fromEntries(failures) };
}

function responseOf({ meaning, headers }: Failure, codes: readonly ErrorCode[]): JsonSchema {
  const [first] = codes;
  return {
    description: [meaning, ...codes.map((code) => `\`${code}\`: ${ERROR_CODES[code].message}`)].join('\n\n'),
    headers: refer(headers),
    content: {
      'application/json': {
        schema: { $ref: `${COMPONENTS}ApiError` },
        ...(first && { example: errorBody(first) }),
      },
    },
  };
}

const headersOf = (names: readonly string[]) => names.length > 0 && { headers: refer(names) };

/** All responses of an operation: its payload in the envelope, and each kind of failure that its codes have. */
export function responsesOf(route: RouteEntry, schemas: SchemaCollector): JsonSchema {
  return { ...successesOf(route, schemas), ...failuresOf(route) };
}

function failuresOf(route: RouteEntry): JsonSchema {
  const declared = declaredCodes(route);
  const kinds = Map.groupBy(route.errors, failureOf);
  return Object.fromEntries(
    [...kinds].map(([{ status, name }, codes]) => {
      const own = codes.filter((code) => declared.includes(code)).map((code) => `\`${code}\``);
      const description = own.length > 0 && { description: `Also ${own.join(', ')}.` };
      return [status, { $ref: `#/components/responses/${name}`, ...description }];
    }),
  );
}

function successesOf(route: RouteEntry, schemas: SchemaCollector): JsonSchema {
  const { contract, method } = route;
  const { data } = exampleOf(contract.operation);
  const names: string[] = [];
  if (contract.cache && method === 'GET') names.push('ETag');
  if (contract.linksNextPage) names.push('Link');
  const answers: JsonSchema = {};
  for (const [status, schema] of Object.entries(route.schema.response)) {
    answers[status] = {
      description: status === '201' ? 'Created.' : method === 'GET' ? 'Success.' : 'Done.',
      ...headersOf(status === '201' && contract.location ? ['Location', ...names] : names),
      content: contract.eventStream
        ? eventStreamOf(data)
        : {
            'application/json': {
              schema: inEnvelope(schemas.output(schema)),
              ...exampleFor(data),
            },
          },
    };
  }
  if (contract.cache && method === 'GET') answers['304'] = { $ref: '#/components/responses/NotModified' };
  return answers;
}

/** The component of every success: what an operation adds is its `data`. */
export const SUCCESS: JsonSchema = {
  type: 'object',
  description: 'Every success has this shape.',
  properties: { ok: { type: 'boolean', const: true }, agent: { $ref: `${COMPONENTS}Agent` } },
  required: ['ok', 'agent'],
};

/** An envelope, as the shared part and its data. */
function inEnvelope(envelope: JsonSchema): JsonSchema {
  const { data } = envelope['properties'] as { data: JsonSchema };
  return { allOf: [{ $ref: `${COMPONENTS}Success` }, { type: 'object', properties: { data }, required: ['data'] }] };
}

/** With one item of each list. A long one is in `GET /v1/meta/operations/{operation}?view=full`. */
function exampleFor(data: unknown): { example?: unknown } {
  const text = JSON.stringify(data, (_name, value: unknown) => (Array.isArray(value) ? value.slice(0, 1) : value));
  return text === undefined || text.length > MOST_EXAMPLE
    ? {}
    : { example: { ok: true, data: JSON.parse(text), agent: {} } };
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
