import { arrayBomb, ORDINARY } from '../bodies.ts';
import type { Call, Case } from '../case.ts';
import type { Answer } from '../client.ts';

/**
 * Derived from the server's document: every list in every body full of wrong elements, and every text one character too
 * long. New operations are attacked automatically.
 */
type Schema = {
  $ref?: string;
  type?: string | string[];
  maxLength?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
};
type Operation = { requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> } };
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};
type Field = { path: string[]; maxLength?: number; isList?: true };

const WRONG_ELEMENTS = ['0', '""', '[]', 'null'];
const REFUSED = [400, 413];
/** Follows `$ref` and alternatives of a body only this deep. */
const MAX_DEPTH = 5;

export function boundCases(answer: Answer): Case[] {
  const document = JSON.parse(answer.text) as Document;
  const cases: Case[] = [];
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, { requestBody }] of Object.entries(methods)) {
      const json = requestBody?.content['application/json'];
      if (!json) continue;
      const call = `${method.toUpperCase()} ${path}`;
      const fields = fieldsOf(document, json.schema, [], MAX_DEPTH);
      const steps = fields.flatMap((field) => attackField(call, path, field, json.example));
      if (steps.length === 0) continue;
      const short = path === '/v1/api-keys' || path === '/v1/posts/with-images' ? { short: true as const } : {};
      cases.push({ family: 'bounds', name: call, ...short, steps });
    }
  }
  if (cases.length < 20) throw new Error('the document of the server names fewer bodies than there are');
  return cases;
}

function fieldsOf(document: Document, given: Schema, path: string[], depth: number): Field[] {
  if (depth === 0) return [];
  const schema = given.$ref ? document.components.schemas[given.$ref.split('/').at(-1)!]! : given;
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return [
    ...alternatives.flatMap((one) => fieldsOf(document, one, path, depth - 1)),
    ...(schema.maxLength === undefined ? [] : [{ path, maxLength: schema.maxLength }]),
    ...(schema.items ? [{ path, isList: true as const }] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
      fieldsOf(document, one, [...path, name], depth - 1),
    ),
  ];
}

function attackField(call: string, path: string, field: Field, example: unknown): Call[] {
  // No scope allows these to a key.
  const as = /^\/v1\/(account|appeals)\b/.test(path) ? 'session' : 'key';
  const base = { call: call.replaceAll(/\{\w+\}/g, '{uuid}'), as, expect: { status: REFUSED } };
  const { path: names, maxLength } = field;
  if (maxLength !== undefined) return [{ ...base, body: () => withValue(example, names, 'a'.repeat(maxLength + 1)) }];
  const [first, ...more] = names;
  if (first === undefined || more.length > 0) return [];
  return WRONG_ELEMENTS.map((unit) => ({ ...base, body: () => arrayBomb(first, unit, ORDINARY) }));
}

/** The example with one value replaced. */
function withValue(example: unknown, names: string[], value: string): string {
  const root = structuredClone((example ?? {}) as Record<string, unknown>);
  let node = root;
  for (const name of names.slice(0, -1)) {
    if (typeof node[name] !== 'object' || node[name] === null) node[name] = {};
    node = node[name] as Record<string, unknown>;
  }
  node[names.at(-1)!] = value;
  return JSON.stringify(root);
}
