import { beforeAll, describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../src/core/enums.ts';
import { ERROR_CODES, type ErrorCode } from '../../src/core/error-codes.ts';
import { apiText } from '../../src/core/operation-text.ts';
import { OAUTH_SCOPES } from '../../src/core/scopes.ts';
import { exampleOf } from '../../src/http/examples.ts';
import { makeOpenApiDocument, type OpenApiDocument } from '../../src/http/openapi.ts';
import { needsProfile } from '../../src/http/route-contract.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

const urls = { baseUrl: 'https://network.pronet.dev', authUrl: 'https://id.pronet.dev' };

let t: TestApp;
let document: OpenApiDocument;
beforeAll(async () => {
  t = await startTestApp();
  document = makeOpenApiDocument(t.app, urls);
});

// biome-ignore lint/suspicious/noExplicitAny: a document is read as its readers do
type Loose = any;

function operations(): [string, string, Loose][] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string, Loose] => [method, path, operation]),
  );
}

describe('GET /openapi.json', () => {
  it('returns plain JSON to anyone, from any origin, with an entity tag', async () => {
    const first = await t.call('GET', '/openapi.json');
    expect(first.status).toBe(200);
    expect(first.json).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'http://127.0.0.1:3000' }] });
    expect(first.json.info).toMatchObject({ version: '0.2.0', license: { identifier: 'Apache-2.0' } });
    expect(first.headers['access-control-allow-origin']).toBe('*');
    const again = await t.call('GET', '/openapi.json', { headers: { 'if-none-match': String(first.headers['etag']) } });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

describe('GET /openapi-operator.json', () => {
  it('has the operations for operators, which the other document leaves out', async () => {
    const names = async (url: string) => {
      const { paths } = (await t.call('GET', url)).json as OpenApiDocument;
      return Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => String(operationId)));
    };
    const [members, operators] = [await names('/openapi.json'), await names('/openapi-operator.json')];
    const all = t.app.routes.map(({ contract }) => contract.operation);
    expect([...members, ...operators].sort()).toEqual(all.sort());
    expect(operators.every((name) => name.startsWith('operator.'))).toBe(true);
    expect(operators).toContain('operator.list_reports');
  });
});

describe('GET /v1/meta/operations', () => {
  it('describes every operation, including those that take forms', async () => {
    for (const { contract, errors, body } of t.app.routes) {
      const { status, json } = await t.call('GET', `/v1/meta/operations/${contract.operation}`);
      expect(status, contract.operation).toBe(200);
      const { request_schema, example, error_codes } = json.data;
      expect(error_codes).toEqual([...errors]);
      expect(request_schema.body === null, contract.operation).toBe(body === null);
      expect(json.data.response_schema).toBeNull();
      if (example.data !== null) expect(exampleOf(contract.operation).data, contract.operation).toBeDefined();
    }
  });

  it('describes one in at most 4 KB, and all of it on request', async () => {
    const long: string[] = [];
    for (const { contract } of t.app.routes) {
      const { text } = await t.call('GET', `/v1/meta/operations/${contract.operation}`);
      if (text.length > 4096) long.push(`${contract.operation}: ${text.length}`);
      const { json } = await t.call('GET', `/v1/meta/operations/${contract.operation}?view=full`);
      expect(json.data.example.data, contract.operation).toEqual(exampleOf(contract.operation).data);
      expect(json.data.response_schema, contract.operation).toMatchObject({ type: 'object' });
    }
    expect(long).toEqual([]);
  });

  it('shows examples that match the request schema', () => {
    for (const { contract, body } of t.app.routes) {
      if (!body) continue;
      const result = body.safeParse(exampleOf(contract.operation).body ?? {});
      expect(result.success, `${contract.operation}: ${result.error?.message}`).toBe(true);
    }
  });

  it('lists all in at most 12 KB, so that an agent can read them', async () => {
    const { text } = await t.call('GET', '/v1/meta/operations');
    expect(text.length, 'shorten summaries of operations').toBeLessThanOrEqual(12_288);
  });

  it('has descriptions of at most 300 characters, because the rest belongs in a guide', () => {
    const long = t.app.routes.flatMap(({ contract }) => {
      const { length } = apiText(contract.description ?? '');
      return length > 300 ? `${contract.operation}: ${length}` : [];
    });
    expect(long).toEqual([]);
  });
});

describe('the OpenAPI document', () => {
  it('contains every route as an operation, and nothing else', () => {
    const expected = t.app.routes.map(({ contract }) => contract.operation).sort();
    expect(
      operations()
        .map(([, , operation]) => operation.operationId)
        .sort(),
    ).toEqual(expected);
    for (const [, path] of operations()) expect(path).toMatch(/^\/(v1(\/|$)|$)/);
  });

  it('describes every tag', () => {
    const used = new Set(operations().flatMap(([, , { tags }]) => tags as string[]));
    expect(document.tags.map(({ name }) => name).sort()).toEqual([...used].sort());
    for (const { description } of document.tags) expect(description).toMatch(/\.$/);
  });

  it('lists exactly the error codes of each operation, by status', () => {
    const codesIn = (text = '') => [...text.matchAll(/`(\w+)`/g)].map(([, code]) => code!);
    for (const { contract, errors, method, url } of t.app.routes) {
      const operation = document.paths[url.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()] as Loose;
      const failures = Object.entries<Loose>(operation.responses).filter(([status]) => !/^[23]/.test(status));
      const listed = failures.flatMap(([status, { $ref, description }]) => {
        const shared = document.components['responses']![$ref.split('/').at(-1)] as Loose;
        const own = codesIn(description);
        const general = codesIn(shared.description)
          .filter((code) => errors.includes(code as ErrorCode))
          .filter((code) => !own.includes(code));
        if (status !== 'default')
          for (const code of [...own, ...general]) expect(ERROR_CODES[code as ErrorCode].status).toBe(Number(status));
        return [...own, ...general];
      });
      expect(listed.sort(), contract.operation).toEqual([...errors].sort());
    }
  });

  it('names every enumeration, list parameter and failure once, and stays small', () => {
    const schemas = document.components['schemas'] as Record<string, Loose>;
    for (const name of ['ProfileType', 'Visibility', 'ReactionType', 'Scope', 'Permission', 'EventType', 'ErrorCode'])
      expect(schemas[name].enum, name).toBeInstanceOf(Array);
    expect(schemas['ErrorCode'].enum).toEqual(Object.keys(ERROR_CODES));
    const text = JSON.stringify(makeOpenApiDocument(t.app, urls, 'default', 'members'));
    for (const { enum: values } of Object.values(schemas))
      if (values) expect(text.split(`"enum":${JSON.stringify(values)}`), values).toHaveLength(2);
    expect(text.length).toBeLessThanOrEqual(350_000);
  });

  it('has the other answer of the feed as a schema of its own, which the parameter names', () => {
    const { schemas } = document.components as Record<string, Loose>;
    expect(Object.keys(schemas['FeedNews'].properties)).toEqual(['new_count', 'capped']);
    const { parameters, responses } = document.paths['/v1/feed']!['get'] as Loose;
    expect(parameters.find(({ name }: Loose) => name === 'since').description).toContain('`FeedNews`');
    expect(JSON.stringify(responses)).not.toContain('FeedNews');
  });

  it('describes the data of every event, in a union and as a webhook', () => {
    const schemas = document.components['schemas'] as Record<string, Loose>;
    const { oneOf, discriminator } = schemas['Event'];
    expect(Object.keys(discriminator.mapping).sort()).toEqual([...EVENT_TYPES].sort());
    expect(oneOf.map(({ $ref }: Loose) => $ref)).toEqual([...new Set(Object.values(discriminator.mapping))]);
    for (const [type, $ref] of Object.entries<string>(discriminator.mapping)) {
      const schema = schemas[$ref.split('/').at(-1)!];
      expect(schema.properties.type.enum, type).toContain(type);
      expect(schema, type).toMatchObject({
        allOf: [{ $ref: '#/components/schemas/EventFields' }],
        required: ['type', 'data'],
      });
      expect(Object.keys(schema.properties), type).toEqual(['type', 'data']);
      const { properties, required = [] } = schema.properties.data;
      expect(required, type).toEqual(Object.keys(properties));
    }
    expect(Object.keys(document.webhooks)).toEqual([...EVENT_TYPES]);
    for (const { $ref, summary } of Object.values<Loose>(document.webhooks)) {
      expect($ref).toBe('#/components/pathItems/Webhook');
      expect(summary).toMatch(/^[A-Z].*\.$/);
    }
    const { post } = document.components['pathItems']!['Webhook'] as Loose;
    expect(post.requestBody.content['application/json'].schema.$ref).toBe('#/components/schemas/WebhookPayload');
    expect(schemas['WebhookPayload'].properties.data.anyOf[0].$ref).toBe('#/components/schemas/Event');
  });

  it('describes the default answers of reads, and all of them to those who check responses', () => {
    const read = (from: OpenApiDocument) => JSON.stringify(from.components['schemas']!['EventPage']);
    expect(read(document)).not.toContain('Expanded');
    expect(read(makeOpenApiDocument(t.app, urls, 'all'))).toContain('ExpandedEvent');
  });

  it('allows unknown fields in responses, which may grow, and refuses them in requests', () => {
    const withoutExamples = (name: string, value: unknown) => (name === 'example' ? undefined : value);
    const answers = JSON.stringify(
      operations().map(([, , operation]) => operation.responses),
      withoutExamples,
    );
    expect(answers).not.toContain('"additionalProperties":false');
    for (const [, , { operationId, requestBody }] of operations()) {
      if (!requestBody) continue;
      const { $ref, ...inline } = requestBody.content['application/json'].schema;
      const schema: Loose = $ref ? document.components['schemas']![$ref.split('/').at(-1)] : inline;
      expect(schema.additionalProperties, operationId).toBe(false);
    }
  });

  it('describes forms with the fields of the JSON body, where a route accepts both', () => {
    for (const { contract, method, url } of t.app.routes) {
      const operation = document.paths[url.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()] as Loose;
      const form = operation.requestBody?.content['multipart/form-data'];
      expect(form !== undefined, contract.operation).toBe(contract.multipart !== undefined);
      if (!form) continue;
      const json = operation.requestBody.content['application/json'].schema;
      const fields = Object.keys(
        (document.components['schemas']![json.$ref?.split('/').at(-1)] as Loose)?.properties ?? json.properties,
      );
      const own = fields.filter((name) => name !== 'content_base64');
      expect(Object.keys(form.schema.properties)).toEqual(expect.arrayContaining(own));
      expect(form.schema.properties).toHaveProperty(contract.multipart!.fileField);
    }
  });

  it('never makes X-Profile-Id a required parameter, because only some credentials must send it', () => {
    const parameters = document.components['parameters'] as Record<string, Loose>;
    expect(parameters['ActingProfile']).toMatchObject({ name: 'X-Profile-Id', in: 'header', required: false });
    expect(parameters['ActingProfile'].description).toContain('Required for API keys');
    for (const { in: place, required } of Object.values(parameters))
      if (place === 'header') expect(required).toBe(false);
  });

  it('offers OAuth for each operation that an OAuth client may call, with the scope to request', () => {
    const { flows } = document.components['securitySchemes']!['oauth2'] as Loose;
    expect(flows.authorizationCode).toMatchObject({
      authorizationUrl: 'https://id.pronet.dev/oauth/authorize',
      tokenUrl: 'https://network.pronet.dev/oauth/token',
    });
    expect(Object.keys(flows.authorizationCode.scopes)).toEqual([...OAUTH_SCOPES]);
    for (const words of Object.values<string>(flows.authorizationCode.scopes)) expect(words).toMatch(/^[A-Z].+\.$/);

    const securityOf = (path: string, method: string) => (document.paths[path]![method] as Loose).security;
    expect(securityOf('/v1/posts', 'post')).toEqual([{ bearer: [] }, { oauth2: ['posts:write'] }]);
    expect(securityOf('/v1/me', 'get')).toEqual([{ bearer: [] }, { oauth2: [] }]);
    expect(securityOf('/v1/meta', 'get')).toEqual([{}, { bearer: [] }, { oauth2: [] }]);
    expect(securityOf('/v1/api-keys', 'get')).toEqual([{ bearer: [] }]);
    expect(securityOf('/v1/account', 'get')).toEqual([{ bearer: [] }]);
    expect(securityOf('/v1/account', 'post')).toEqual([]);
  });

  it('gives every operation its own summary', () => {
    const summaries = operations().map(([, , { summary }]) => summary);
    expect(summaries.filter((summary, at) => summaries.indexOf(summary) !== at)).toEqual([]);
  });

  it('describes scopes, the profile header and the headers of writes', () => {
    for (const { contract, method, url } of t.app.routes) {
      const operation = document.paths[url.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()] as Loose;
      const refs: string[] = operation.parameters.map(({ $ref }: Loose) => $ref?.split('/').at(-1));
      expect(refs.includes('ActingProfile'), contract.operation).toBe(needsProfile(contract));
      expect(refs.includes('DryRun'), contract.operation).toBe(method !== 'GET');
      const scope = contract.auth.kind === 'credential' ? contract.auth.scope : null;
      expect(operation['x-scopes']?.[0]).toBe(scope ? `${scope.area}:${scope.access}` : undefined);
    }
  });
});
