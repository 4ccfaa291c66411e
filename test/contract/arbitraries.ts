import fc from 'fast-check';
import { z } from 'zod';

type Json = { [key: string]: unknown };

/** Characters that break parsers, databases and terminals. */
const NASTY = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  '\u202egnp.exe',
  '\u2066\u2069',
  '\u200b',
  '\ufeff',
  '__proto__',
  'constructor',
  "' or 1=1 --",
  '$\u007b7*7}',
  '%00',
  '../../etc/passwd',
  '<script>',
  'null',
  'NaN',
  '0',
  '-1',
  '1e309',
  '00000000-0000-0000-0000-000000000000',
  'x'.repeat(5000),
  'e\u0301'.repeat(300),
  '👩‍👩‍👧‍👦'.repeat(50),
];

export const nasty: fc.Arbitrary<string> = fc.constantFrom(...NASTY);

/** Any JSON that a careless client may send. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  nasty,
  fc.constantFrom<unknown>(null, true, false, 0, -0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER, [], {}, [[]], [null], {
    a: { b: [{}] },
  }),
  fc.jsonValue({ maxDepth: 2 }),
);

/**
 * Requests for a schema, most of them valid. Some are wrong in a single place: another type, a hostile text, a number
 * out of range, a missing or an unknown field. `known` contains existing ids.
 */
export function requestArbitrary(schema: z.ZodType, known: readonly string[]): fc.Arbitrary<unknown> {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  return fromSchema(root, { definitions: (root['$defs'] ?? {}) as Record<string, Json>, known });
}

type Context = { definitions: Record<string, Json>; known: readonly string[] };

function fromSchema(schema: Json, context: Context): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: valid(schema, context), weight: 24 }, { arbitrary: anything, weight: 1 });
}

function valid(schema: Json, context: Context): fc.Arbitrary<unknown> {
  const reference = schema['$ref'] as string | undefined;
  if (reference) return valid(context.definitions[reference.split('/').at(-1)!]!, context);
  const options = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
  if (options) return fc.oneof(...options.map((option) => valid(option, context)));
  if (schema['const'] !== undefined) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  switch (schema['type']) {
    case 'object':
      return objects(schema, context);
    case 'array':
      return fc.array(fromSchema((schema['items'] ?? {}) as Json, context), {
        maxLength: Math.min(Number(schema['maxItems'] ?? 5) + 1, 6),
      });
    case 'string':
      return strings(schema, context);
    case 'integer':
    case 'number':
      return numbers(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return anything;
  }
}

function objects(schema: Json, context: Context): fc.Arbitrary<unknown> {
  const properties = (schema['properties'] ?? {}) as Record<string, Json>;
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, fromSchema(property, context)]),
  );
  const requiredKeys = (schema['required'] ?? []) as string[];
  const complete = fc.record(fields, { requiredKeys });
  const incomplete = fc.record(fields, { requiredKeys: [] });
  const unknown = fc
    .tuple(complete, fc.oneof(nasty, fc.string()), anything)
    .map(([object, name, value]) => ({ ...object, [name]: value }));
  return fc.oneof(
    { arbitrary: complete, weight: 16 },
    { arbitrary: incomplete, weight: 1 },
    { arbitrary: unknown, weight: 1 },
  );
}

function strings(schema: Json, { known }: Context): fc.Arbitrary<unknown> {
  const min = Number(schema['minLength'] ?? 0);
  const max = Number(schema['maxLength'] ?? 40);
  const format = schema['format'];
  if (format === 'uuid' || format === 'guid') return fc.oneof(fc.constantFrom(...known), fc.uuid());
  if (format === 'date-time')
    return fc
      .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
  if (format === 'email') return fc.emailAddress();
  const length = { minLength: min, maxLength: Math.min(max + 1, min + 60) };
  const word = fc.string({ ...length, unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789') });
  const long = fc.constantFrom('x'.repeat(Math.min(max, 5000)), 'y'.repeat(Math.min(max + 1, 5001)));
  const examples = (schema['examples'] ?? []) as string[];
  return fc.oneof(
    ...examples.map((example) => ({ arbitrary: fc.constant(example), weight: 30 })),
    { arbitrary: word, weight: 6 },
    { arbitrary: fc.string({ ...length, unit: 'grapheme' }), weight: 2 },
    { arbitrary: fc.string({ ...length, unit: 'binary' }), weight: 1 },
    { arbitrary: fc.constantFrom(...known), weight: 4 },
    { arbitrary: long, weight: 1 },
    { arbitrary: nasty, weight: 1 },
  );
}

function numbers(schema: Json): fc.Arbitrary<unknown> {
  const min = Number(schema['minimum'] ?? -1000);
  const max = Number(schema['maximum'] ?? 1_000_000);
  return fc.oneof(
    { arbitrary: fc.integer({ min, max }), weight: 8 },
    { arbitrary: fc.constantFrom(min - 1, max + 1, min + 0.5, 0), weight: 1 },
  );
}
