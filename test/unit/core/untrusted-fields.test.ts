import { expect, it } from 'vitest';
import { UNTRUSTED_FIELDS } from '../../../src/areas/index.ts';
import { makeConfig } from '../../../src/config/config.ts';
import { makeOpenApiDocument } from '../../../src/http/openapi.ts';
import { buildOfflineApp } from '../../../src/offline-app.ts';
import { SAME_OBJECT } from '../../support/canary.ts';

type Schema = { [key: string]: unknown };

/**
 * Texts in responses that come from the service or its operator: fixed words, secrets, URLs made of ids, names of rights, places of a fixed
 * list, the reason of a suspension. None of them is sent in requests.
 */
const OWN_TEXT =
  /^(Agent|ApiError|ErrorAgent|NextAction|InvalidField|ErrorCodeInfo|Attribution|OperationGroup|ProfileLocation|Links|Meta|meta|Country|State|City)\.|^(Export|Post|Post\.images|ReportedImage|Upload)\.url$|Input\.|(^|\.)(\w+_url|token|ticket|secret|prefix|version|cursor|\w+_cursor)$|^NextCursor$|^RecoveryCodes\.|^account\.create_second_factor\.data\.uri$|^(ApiKey|OAuthGrant)\.scopes|^Me\.scopes|^Home\.missing_rights$|\.location\.|^Session\.ip_prefix$|^Account\.suspension\.reason$|^AuditEntry\.(operation|object\.type)$|^Verification\.dns_record\.value$|^DeliveryRequest\.headers$|ProfileUpdatedEvent\.data\.fields$/;
const OWN_FORMATS = new Set(['uuid', 'date-time']);

/** The JSON bodies of all responses of an operation, as alternatives. */
function answersOf(responses: unknown): Schema {
  const contents = Object.values(responses as Record<string, Schema>).map(
    ({ content }) => content as Schema | undefined,
  );
  return {
    anyOf: contents.flatMap((content) => (content?.['application/json'] as Schema | undefined)?.['schema'] ?? []),
  };
}

/** Every place below a named schema that contains text without a fixed format. */
function textsOf(schema: Schema, place: string): string[] {
  if ('$ref' in schema) return [];
  const parts = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (schema[key] as Schema[] | undefined) ?? []);
  const { type, format, enum: words, items, properties, additionalProperties } = schema;
  const isText =
    [type].flat().includes('string') && !OWN_FORMATS.has(String(format)) && words === undefined && !('const' in schema);
  return [
    ...(isText ? [place] : []),
    ...parts.flatMap((part) => textsOf(part, place)),
    ...(items ? textsOf(items as Schema, place) : []),
    ...(additionalProperties && typeof additionalProperties === 'object'
      ? textsOf(additionalProperties as Schema, place)
      : []),
    ...Object.entries((properties ?? {}) as Schema).flatMap(([name, part]) =>
      textsOf(part as Schema, `${place}.${name}`),
    ),
  ];
}

it('lists every text in responses that the service does not produce itself', async () => {
  const app = await buildOfflineApp(makeConfig({}));
  const urls = { baseUrl: 'http://localhost', authUrl: 'http://localhost' };
  const document = makeOpenApiDocument(app, urls, 'all') as unknown as Schema;
  await app.close();
  const { schemas } = document['components'] as { schemas: Record<string, Schema> };
  const named = Object.entries(schemas).flatMap(([name, schema]) => textsOf(schema, name));
  const operations = Object.values(document['paths'] as Record<string, Record<string, Schema>>).flatMap(Object.values);
  const unnamed = operations.flatMap(({ operationId, responses }) => textsOf(answersOf(responses), `${operationId}`));
  const fields = [...named, ...unnamed].map((field) =>
    SAME_OBJECT.reduce((name, [pattern, object]) => name.replace(pattern, object), field),
  );
  const written = new Set(fields.filter((field) => !OWN_TEXT.test(field)));
  expect(written.size).toBeGreaterThan(10);
  expect([...written.difference(new Set<string>(UNTRUSTED_FIELDS))]).toEqual([]);
});
