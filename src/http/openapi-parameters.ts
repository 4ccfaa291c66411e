import { z } from 'zod';
import { LIMITS } from '../core/limits.ts';
import { apiText } from '../core/operation-text.ts';
import type { JsonSchema, SchemaCollector } from './openapi-schemas.ts';
import { PARAMETER_TEXTS } from './openapi-texts.ts';
import { needsProfile, type RouteContract, type RouteEntry } from './route-contract.ts';

const HEADER_PARAMETERS: Readonly<Record<string, JsonSchema>> = {
  ActingProfile: profileHeader(
    'The id of the acting profile, one of those that the credential may act as (`GET /v1/me` lists them). Required for API keys. A session or an OAuth client that may act as exactly one profile can omit it. All others get 400 `profile_header_required` without it.',
  ),
  ReadingProfile: profileHeader(
    'The id of the profile that reads. Without it, the response has no `viewer` and omits what only that profile may see; events are those of all profiles of the credential.',
  ),
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A key of your choice, new for each intended change. Repeating the same request with the same key within 24 hours has no second effect and returns the first response, with the header `Idempotency-Replayed: true`.',
    schema: { type: 'string', minLength: 1, maxLength: LIMITS.idempotency_key.max_ascii, pattern: '^[!-~][ -~]*$' },
  },
  DryRun: {
    name: 'Dry-Run',
    in: 'header',
    required: false,
    description:
      '`true`: the request is checked and answered as if performed, with the same header, but nothing is stored or sent.',
    schema: { type: 'boolean' },
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

/** Those of the path, the query and the headers. */
export function parametersOf(route: RouteEntry, schemas: SchemaCollector): JsonSchema[] {
  const { params, querystring } = route.schema;
  return [
    ...fieldsOf('path', params, schemas),
    ...fieldsOf('query', querystring, schemas),
    ...headerParameters(route.contract, route.method),
  ];
}

function fieldsOf(place: 'path' | 'query', schema: z.ZodType | undefined, schemas: SchemaCollector): JsonSchema[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const { properties = {}, required = [] } = schemas.input(schema) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property;
    const list = listOf(schema.shape[name] as z.ZodType);
    return {
      name,
      in: place,
      ...((place === 'path' || required.includes(name)) && { required: true }),
      description: description ?? apiText(PARAMETER_TEXTS[`${place}.${name}`] ?? ''),
      ...(list && { style: 'form', explode: false }),
      schema: list ? schemas.input(list) : rest,
    };
  });
}

/** The array that a comma-separated parameter holds. */
function listOf(schema: z.ZodType): z.ZodType | null {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return listOf(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodPipe && schema.out instanceof z.ZodArray ? schema.out : null;
}

/** Replaces parameters that several operations have, and returns them by name. */
export function shareParameters(operations: readonly JsonSchema[]): Record<string, JsonSchema> {
  const all = operations.flatMap(({ parameters }) => parameters as JsonSchema[]).filter(({ name }) => name);
  const groups = [...Map.groupBy(all, (each) => JSON.stringify(each))].sort(([, a], [, b]) => b.length - a.length);
  const names = new Map<string, string>();
  for (const [text, [first, second]] of groups) {
    const name = String(first!['name']).replace(/(^|_)([a-z])/g, (_, _start, letter: string) => letter.toUpperCase());
    // Of two with the same name, the more frequent one is shared.
    if (second && ![...names.values()].includes(name)) names.set(text, name);
  }
  for (const operation of operations) {
    operation['parameters'] = (operation['parameters'] as JsonSchema[]).map((each) => {
      const name = names.get(JSON.stringify(each));
      return name === undefined ? each : { $ref: `#/components/parameters/${name}` };
    });
  }
  const shared = [...names].map(([text, name]) => [name, JSON.parse(text) as JsonSchema]);
  return { ...Object.fromEntries(shared), ...HEADER_PARAMETERS };
}

function headerParameters(contract: RouteContract, method: string): JsonSchema[] {
  const { auth, profile } = contract;
  const names: string[] = [];
  if (profile !== 'none') names.push(needsProfile(contract) ? 'ActingProfile' : 'ReadingProfile');
  if (method !== 'GET' && auth.kind === 'credential') names.push('IdempotencyKey');
  if (method !== 'GET') names.push('DryRun');
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}
