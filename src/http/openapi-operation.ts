import type { z } from 'zod';
import { LIMITS } from '../core/limits.ts';
import { apiText } from '../core/operation-text.ts';
import { acceptedScopes, requiredScope, SCOPE_AREAS } from '../core/scopes.ts';
import { exampleOf } from './examples.ts';
import { type FailureComponents, responsesOf } from './openapi-responses.ts';
import type { JsonSchema, SchemaCollector } from './openapi-schemas.ts';
import { describeContract, PARAMETER_TEXTS } from './openapi-texts.ts';
import { needsProfile, nothing, type RouteAuth, type RouteContract, type RouteEntry } from './route-contract.ts';

const IMAGE_TYPES = 'image/jpeg, image/png, image/webp, image/gif';

export const HEADER_PARAMETERS: Readonly<Record<string, JsonSchema>> = {
  ActingProfile: profileHeader(
    'The id of the acting profile, one of those that the credential may act as (`GET /v1/me` lists them). Required for API keys. A session or an OAuth client that may act as exactly one profile can omit it. All others get 400 `profile_header_required` without it.',
  ),
  ReadingProfile: profileHeader(
    'The id of the profile that reads. Without it, the response has no `viewer` and omits what only that profile may see.',
  ),
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A key of your choice, new for each intended change. Repeating the same request with the same key within 24 hours has no second effect and returns the first response.',
    schema: { type: 'string', minLength: 1, maxLength: LIMITS.idempotency_key.max_ascii, pattern: '^[!-~][ -~]*$' },
  },
  DryRun: {
    name: 'Dry-Run',
    in: 'header',
    required: false,
    description: '`true`: the request is checked and answered as if performed, but nothing is stored or sent.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
};

/** Never `required`: whether it is depends on the credential, and generated clients would always require it. */
function profileHeader(description: string): JsonSchema {
  return {
    name: 'X-Profile-Id',
    in: 'header',
    required: false,
    description,
    schema: { type: 'string', format: 'uuid' },
  };
}

export function operationOf(route: RouteEntry, schemas: SchemaCollector, shared: FailureComponents): JsonSchema {
  const { contract } = route;
  const { auth } = contract;
  const { summary, description, tags } = route.schema;
  const body = requestBodyOf(route, schemas);
  return {
    operationId: contract.operation,
    summary,
    description: [description, describeContract(contract).join(' ')].join('\n\n').trim(),
    tags,
    parameters: [...parametersOf(route, schemas), ...headerParameters(contract, route.method)],
    ...(body && { requestBody: body }),
    responses: responsesOf(route, schemas, shared),
    security: securityOf(auth),
    ...(auth.kind === 'credential' && auth.scope && { 'x-scopes': acceptedScopes(auth.scope.area, auth.scope.access) }),
    ...(auth.kind === 'credential' && auth.principals && { 'x-principals': auth.principals }),
    ...(contract.permissions && { 'x-permissions': contract.permissions }),
  };
}

/** The credentials that an operation accepts. OAuth clients request the primary scope; `x-scopes` lists all. */
function securityOf(auth: RouteAuth): JsonSchema[] {
  if (auth.kind === 'ignored') return [];
  if (auth.kind === 'public') return [{}, { bearer: [] }, { oauth2: [] }];
  const { scope, principals } = auth;
  const forOAuth = (principals?.includes('oauth') ?? true) && (scope === null || SCOPE_AREAS[scope.area].oauth);
  if (!forOAuth) return [{ bearer: [] }];
  return [{ bearer: [] }, { oauth2: scope === null ? [] : [requiredScope(scope.area, scope.access)] }];
}

function parametersOf(route: RouteEntry, schemas: SchemaCollector): JsonSchema[] {
  const { params, querystring } = route.schema;
  return [...fieldsOf('path', params, schemas), ...fieldsOf('query', querystring, schemas)];
}

function fieldsOf(place: 'path' | 'query', schema: z.ZodType | undefined, schemas: SchemaCollector): JsonSchema[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemas.input(schema) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property;
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      description: description ?? apiText(PARAMETER_TEXTS[`${place}.${name}`] ?? ''),
      schema: rest,
    };
  });
}

function headerParameters(contract: RouteContract, method: string): JsonSchema[] {
  const { auth, profile } = contract;
  const names: string[] = [];
  if (profile !== 'none') names.push(needsProfile(contract) ? 'ActingProfile' : 'ReadingProfile');
  if (method !== 'GET' && auth.kind === 'credential') names.push('IdempotencyKey');
  if (method !== 'GET') names.push('DryRun');
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

function requestBodyOf(route: RouteEntry, schemas: SchemaCollector): JsonSchema | null {
  const { contract, body } = route;
  if (!body || body === nothing) return null;
  const schema = schemas.input(body);
  const example = exampleOf(contract.operation).body;
  return {
    required: !body.safeParse({}).success,
    content: {
      'application/json': { schema, ...(example !== undefined && { example }) },
      ...(contract.multipart && { 'multipart/form-data': formOf(schemas.resolve(schema), contract.multipart) }),
    },
  };
}

/** The same request as a form: JSON fields as text parts, pictures as files, and their alternative texts. */
function formOf(json: JsonSchema, { fileField, maxFiles }: NonNullable<RouteContract['multipart']>): JsonSchema {
  const { properties = {} } = json as { properties?: Record<string, JsonSchema> };
  const { [fileField]: _pictures, content_base64: _picture, ...texts } = properties;
  const file = { type: 'string', format: 'binary', description: 'A JPEG, PNG, WebP or GIF file.' };
  const several = { type: 'array', maxItems: maxFiles, items: file };
  const alternatives = {
    type: 'array',
    maxItems: maxFiles,
    items: { type: 'string' },
    description: 'Alternative texts, in the order of the files.',
  };
  return {
    schema: {
      type: 'object',
      properties: {
        ...texts,
        [fileField]: maxFiles > 1 ? several : file,
        ...(maxFiles > 1 && { alt_text: alternatives }),
      },
      ...(maxFiles === 1 && { required: [fileField] }),
      additionalProperties: false,
    },
    encoding: { [fileField]: { contentType: IMAGE_TYPES } },
  };
}
