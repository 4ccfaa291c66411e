import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { describeScope, OAUTH_SCOPES } from '../core/scopes.ts';
import { VERSION } from '../core/version.ts';
import { CACHED_ROUTE, cacheText, sendCached } from './cached-text.ts';
import { errorEnvelope } from './envelope.ts';
import { operationOf } from './openapi-operation.ts';
import { shareParameters } from './openapi-parameters.ts';
import { HEADERS, SUCCESS, sharedResponses } from './openapi-responses.ts';
import { type JsonSchema, SchemaCollector, type Views } from './openapi-schemas.ts';
import { INFO_DESCRIPTION } from './openapi-texts.ts';
import { completeUnions, joinParts, shareFields } from './openapi-unions.ts';
import { WEBHOOK_PATH_ITEMS, WEBHOOKS } from './openapi-webhooks.ts';
import { isForOperators, type RouteEntry } from './route-contract.ts';

export type OpenApiDocument = {
  openapi: string;
  info: JsonSchema;
  servers: JsonSchema[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, JsonSchema>>;
  webhooks: Record<string, JsonSchema>;
  components: Record<string, Record<string, JsonSchema>>;
};

/** The operations and the sections of the API reference; an app is one. */
type Documented = { readonly routes: readonly RouteEntry[]; readonly tags: Readonly<Record<string, string>> };

/** Whose operations a document has: those for operators have one of their own. */
export type Audience = 'all' | 'members' | 'operators';

/** The document of all `/v1` routes, from the schemas, contracts and error codes that the server uses. `views`: whether
 * it also describes what parameters such as `view` can make of a response. */
export function makeOpenApiDocument(
  { routes: all, tags }: Documented,
  { baseUrl, authUrl }: Pick<Config, 'baseUrl' | 'authUrl'>,
  views: Views = 'default',
  audience: Audience = 'all',
): OpenApiDocument {
  const routes = all.filter(
    ({ contract }) => audience === 'all' || isForOperators(contract) === (audience === 'operators'),
  );
  const used = new Set(routes.flatMap(({ schema }) => schema.tags));
  const schemas = new SchemaCollector(views);
  // Wrapped in an array, because a schema at the root is inlined instead of becoming a component.
  schemas.output(errorEnvelope.array());
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routes) {
    const path = route.url.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operationOf(route, schemas);
  }
  completeUnions(schemas.components);
  if (views === 'default') joinParts(schemas.components);
  shareFields(schemas.components);
  const parameters = shareParameters(Object.values(paths).flatMap((path) => Object.values(path)));
  return {
    openapi: '3.1.0',
    info: {
      title: 'pronet',
      version: VERSION,
      description: INFO_DESCRIPTION,
      contact: { name: 'The operator of this server', url: `${baseUrl}/docs` },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    webhooks: WEBHOOKS,
    components: {
      securitySchemes: securitySchemes({ baseUrl, authUrl }),
      parameters,
      headers: HEADERS,
      schemas: { Success: SUCCESS, ...schemas.components },
      pathItems: WEBHOOK_PATH_ITEMS,
      responses: sharedResponses(routes),
    },
  };
}

function securitySchemes({ baseUrl, authUrl }: Pick<Config, 'baseUrl' | 'authUrl'>): Record<string, JsonSchema> {
  const tokenUrl = `${baseUrl}/oauth/token`;
  const scopes = OAUTH_SCOPES.map((scope) => [
    scope,
    describeScope(scope)
      .map(({ allows }) => allows)
      .join(' '),
  ]);
  return {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description: 'An API key (`pn_…`), a session token (`pns_…`) or an OAuth access token (`pno_…`).',
    },
    oauth2: {
      type: 'oauth2',
      description: 'Authorization code with PKCE (`S256`). The access token is sent as `Authorization: Bearer`.',
      flows: {
        authorizationCode: {
          authorizationUrl: `${authUrl}/oauth/authorize`,
          tokenUrl,
          refreshUrl: tokenUrl,
          scopes: Object.fromEntries(scopes),
        },
      },
    },
  };
}

/** `GET /openapi.json`, and the one for operators: generated on the first request and then cached. */
export function answerOpenApi(app: FastifyInstance): void {
  const answer = (path: string, operation: string, audience: Audience): void => {
    const document = cacheText('application/json; charset=utf-8', async () =>
      JSON.stringify(makeOpenApiDocument(app, app.deps.config, 'default', audience)),
    );
    app.get(path, { ...CACHED_ROUTE, config: { operation } }, async (request, reply) =>
      sendCached(request, reply, await document()),
    );
  };
  answer('/openapi.json', 'http.get_openapi', 'members');
  answer('/openapi-operator.json', 'http.get_operator_openapi', 'operators');
}
