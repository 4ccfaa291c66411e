import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import { ERROR_CODES, type ErrorCode } from '../../src/core/error-codes.ts';
import { makeOpenApiDocument, type OpenApiDocument } from '../../src/http/openapi.ts';
import type { RouteEntry } from '../../src/http/route-contract.ts';

type Json = { [key: string]: unknown };

export type Answer = { status: number; text: string; headers: Record<string, unknown> };

/** Finds the operation of a request, like the router. Null: unknown path or method. */
export type FindRoute = (method: string, url: string) => RouteEntry | null;

export function routeFinder(routes: readonly RouteEntry[]): FindRoute {
  const entries = Map.groupBy(
    routes.map((route) => ({ route, pattern: new RegExp(`^${route.url.replace(/:\w+/g, '[^/]+')}$`) })),
    ({ route }) => groupOf(route.method, route.url),
  );
  // Literal segments before parameters, like the router.
  for (const group of entries.values())
    group.sort((a, b) => (a.route.url.match(/:/g)?.length ?? 0) - (b.route.url.match(/:/g)?.length ?? 0));
  return (method, url) => {
    // A final slash means the same path.
    const path = url
      .split('?')[0]!
      .replace(/^https?:\/\/[^/]+/, '')
      .replace(/([^/])\/$/, '$1');
    const group = entries.get(groupOf(method === 'HEAD' ? 'GET' : method, path));
    return group?.find(({ pattern }) => pattern.test(path))?.route ?? null;
  };
}

const groupOf = (method: string, path: string) => `${method} ${path.split('/').length}`;

/**
 * Compares responses with the published document: undeclared status, undeclared or missing field, wrong type. The
 * document allows additional fields for later versions; here they are forbidden, so that nothing undeclared is sent.
 */
export function makeResponseCheck(app: FastifyInstance): ResponseCheck {
  const key = app.routes.map(({ method, url }) => `${method} ${url}`).join();
  const known = checks.get(key) ?? compileCheck(app);
  checks.set(key, known);
  return known;
}

export type ResponseCheck = ReturnType<typeof compileCheck>;

/**
 * Cached by routes, which are the same in every test file: compiling the document takes longer than starting an app.
 */
const checks = new Map<string, ResponseCheck>();

function compileCheck(app: FastifyInstance) {
  const document = makeOpenApiDocument(app, app.deps.config, 'all');
  const ajv = new Ajv2020({ strict: false, code: { optimize: false } });
  (addFormats as unknown as (instance: Ajv2020) => void)(ajv);
  const closed = close(document, document) as Json;
  ajv.addSchema(closed, 'document');
  ajv.addSchema(withoutRequired(closed) as Json, 'compact');
  const compiled = new Map<string, ValidateFunction | null>();

  function validatorFor(route: RouteEntry | null, status: number, root: Root): ValidateFunction | null {
    if (!route) return compile('#/components/schemas/ApiError');
    const path = route.url.replace(/:(\w+)/g, '{$1}');
    const response = document.paths[path]?.[route.method.toLowerCase()] as { responses: Record<string, Json> };
    if (status >= 400) return compile('#/components/schemas/ApiError');
    if (!response.responses[status]) return null;
    const place = `#/paths/${pointerPart(path)}/${route.method.toLowerCase()}/responses/${status}`;
    return compile(`${place}/content/${pointerPart('application/json')}/schema`, root);
  }

  function compile(pointer: string, root: Root = 'document'): ValidateFunction {
    const known = compiled.get(root + pointer);
    if (known) return known;
    const made = ajv.compile({ $ref: root + pointer });
    compiled.set(root + pointer, made);
    return made;
  }

  /** The differences from the document, as sentences; empty if there are none. */
  return {
    document,
    problemsOf(route: RouteEntry | null, method: string, answer: Answer, url = ''): string[] {
      const { status, text, headers } = answer;
      const name = route?.contract.operation ?? 'no operation';
      if (headers['x-request-id'] === undefined) return [`${name}: no X-Request-Id`];
      if (status === 304 || status === 204 || method === 'HEAD' || (method === 'OPTIONS' && status < 400)) {
        return text === '' ? [] : [`${name}: a body where there must be none`];
      }
      if (route?.contract.eventStream && headers['content-type'] === 'text/event-stream') return [];
      if (!String(headers['content-type']).startsWith('application/json'))
        return [`${name}: answered ${headers['content-type']}`];
      const validate = validatorFor(route, status, /[?&]view=compact\b/.test(url) ? 'compact' : 'document');
      if (!validate)
        return [`${name}: answered ${status}, which its operation does not declare: ${text.slice(0, 300)}`];
      const body = JSON.parse(text) as { error_code?: ErrorCode };
      const code = body.error_code!;
      if (status >= 400 && route && !route.errors.includes(code))
        return [`${name}: answered ${status} with ${code}; add this code to \`errors\` of the operation`];
      if (status >= 400 && route && ERROR_CODES[code].status !== status)
        return [`${name}: answered ${status} with ${code}, whose status is ${ERROR_CODES[code].status}`];
      if (validate(body)) return [];
      return (validate.errors ?? []).map(
        ({ instancePath, message, params }) =>
          `${name} ${status}: ${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
      );
    },
  };
}

/** The document, or the same without required fields: a compact view leaves out some. */
type Root = 'document' | 'compact';

function withoutRequired(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutRequired);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).filter(([name, value]) => name !== 'required' || !Array.isArray(value));
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutRequired(value)]));
}

/** Adds `additionalProperties: false` to objects that list their properties. */
function close(node: unknown, document: OpenApiDocument): unknown {
  if (Array.isArray(node)) return node.map((item) => close(item, document));
  if (typeof node !== 'object' || node === null) return node;
  const result = Object.fromEntries(
    Object.entries(whole(node as Json, document)).map(([key, value]) => [
      key,
      key === 'example' || key === 'examples' ? value : close(value, document),
    ]),
  ) as Json;
  if (result['type'] === 'object' && result['properties'] && result['additionalProperties'] === undefined)
    result['additionalProperties'] = false;
  return result;
}

/** An object in parts, as one: a closed part would forbid the fields of the others. */
function whole({ allOf, ...own }: Json, document: OpenApiDocument): Json {
  if (!Array.isArray(allOf)) return own;
  const parts = (allOf as Json[]).map((part) => {
    const name = String(part['$ref'] ?? '')
      .split('/')
      .at(-1)!;
    return whole((document.components['schemas']![name] as Json | undefined) ?? part, document);
  });
  const all = [...parts, own];
  return {
    ...own,
    type: 'object',
    properties: Object.assign({}, ...all.map((part) => part['properties'])),
    required: all.flatMap((part) => part['required'] ?? []),
  };
}

function pointerPart(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** The schema of a JSON response in the document. */
export function answerSchema(document: OpenApiDocument, route: RouteEntry, status: number): Json | null {
  const path = route.url.replace(/:(\w+)/g, '{$1}');
  const operation = document.paths[path]?.[route.method.toLowerCase()] as
    | { responses: Record<string, Json> }
    | undefined;
  const content = operation?.responses[status]?.['content'] as { 'application/json': { schema: Json } } | undefined;
  const schema = content?.['application/json'].schema;
  return schema ? whole(schema, document) : null;
}
