import { acceptedScopes, requiredScope, SCOPE_AREAS } from '../core/scopes.ts';
import { exampleOf } from './examples.ts';
import { parametersOf } from './openapi-parameters.ts';
import { responsesOf } from './openapi-responses.ts';
import type { JsonSchema, SchemaCollector } from './openapi-schemas.ts';
import { describeContract } from './openapi-texts.ts';
import { nothing, type RouteAuth, type RouteContract, type RouteEntry } from './route-contract.ts';

const IMAGE_TYPES = 'image/jpeg, image/png, image/webp, image/gif';

export function operationOf(route: RouteEntry, schemas: SchemaCollector): JsonSchema {
  const { contract } = route;
  const { auth } = contract;
  const { summary, description, tags } = route.schema;
  const body = requestBodyOf(route, schemas);
  return {
    operationId: contract.operation,
    summary,
    description: [description, describeContract(contract).join(' ')].join('\n\n').trim(),
    tags,
    ...(contract.deprecated && { deprecated: true }),
    parameters: parametersOf(route, schemas),
    ...(body && { requestBody: body }),
    responses: responsesOf(route, schemas),
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
