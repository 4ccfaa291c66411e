import fastJsonStringify from 'fast-json-stringify';
import type { FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';

type JsonSchema = {
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  [key: string]: unknown;
};

/**
 * fast-json-stringify validates every `anyOf` with ajv, which costs more than the rest. It can compile a nullable
 * schema, and of two objects write the fields that are present. No schema is recursive, so named ones are inlined.
 */
function withoutUnions(node: unknown, definitions: Record<string, JsonSchema>): unknown {
  if (Array.isArray(node)) return node.map((item) => withoutUnions(item, definitions));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref } = node as { $ref?: string };
  if (typeof $ref === 'string') return withoutUnions(definitions[$ref.slice('#/definitions/'.length)], definitions);
  const schema = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, withoutUnions(value, definitions)]),
  ) as JsonSchema;
  const { anyOf, oneOf, ...others } = schema;
  if (oneOf) return { ...others, ...mergeOptions(oneOf) };
  if (!anyOf) return needsNoEscapes(schema) ? { ...schema, format: 'unsafe' } : schema;
  const things = anyOf.filter((option) => option.type !== 'null');
  const nullable = things.length < anyOf.length ? { nullable: true } : {};
  if (things.length === 1) return { ...others, ...things[0], ...nullable };
  if (things.every((option) => option.properties)) return { ...others, ...things.reduce(mergeObjects), ...nullable };
  return schema;
}

/** Ids and names from a fixed list: nothing in them has to be escaped. */
function needsNoEscapes({ type, format, enum: names }: JsonSchema): boolean {
  if (type !== 'string') return false;
  return format === 'uuid' || (Array.isArray(names) && names.every((name) => JSON.stringify(name) === `"${name}"`));
}

function mergeObjects(a: JsonSchema, b: JsonSchema): JsonSchema {
  const properties: Record<string, JsonSchema> = { ...a.properties };
  for (const [name, schema] of Object.entries(b.properties!)) {
    const known = properties[name];
    properties[name] = known ? mergeAny(known, schema) : schema;
  }
  return {
    type: 'object',
    properties,
    required: a.required?.filter((name) => b.required?.includes(name)) ?? [],
    additionalProperties: false,
  };
}

/** Of a discriminated union. Objects of texts and numbers that differ, such as the data of events, are written as they are. */
function mergeOptions(options: readonly JsonSchema[]): JsonSchema {
  const merged = options.reduce(mergeObjects);
  for (const name of Object.keys(merged.properties!)) {
    const fields = options.map(({ properties }) => properties![name]);
    const differ = new Set(fields.map((field) => JSON.stringify(field))).size > 1;
    if (differ && fields.every(isFlat)) merged.properties![name] = {};
  }
  return merged;
}

const isFlat = (field: JsonSchema | undefined) =>
  field?.properties !== undefined && !JSON.stringify(field.properties).includes('"properties"');

function mergeAny(a: JsonSchema, b: JsonSchema): JsonSchema {
  const nullable = a['nullable'] || b['nullable'] || isNull(a) || isNull(b) ? { nullable: true } : {};
  return { ...(isNull(a) ? b : isNull(b) ? a : mergeThings(a, b)), ...nullable };
}

const isNull = ({ type }: JsonSchema) => type === 'null';

function mergeThings(a: JsonSchema, b: JsonSchema): JsonSchema {
  if (a.properties && b.properties) return mergeObjects(a, b);
  const items = a['items'] && b['items'] ? { items: mergeAny(a['items'] as JsonSchema, b['items'] as JsonSchema) } : {};
  const { format, ...others } = a;
  // Only if neither needs escapes.
  return { ...(format === b['format'] || format !== 'unsafe' ? a : others), ...items };
}

type Serializer = ReturnType<FastifySchemaCompiler<z.ZodType>>;

/** Operations with the same schema share the code. */
const serializers = new WeakMap<z.ZodType, Serializer>();
const leanSerializers = new WeakMap<z.ZodType, Serializer>();

/** Compiled from the response schema: undeclared fields are not sent. Each by its first response: all take 0.3 s. */
export const serializerCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema }) => {
  const serializer = serializers.get(schema) ?? compileOnUse(schema);
  serializers.set(schema, serializer);
  return serializer;
};

/** For a response that leaves out declared fields. */
export function leanSerializerOf(schema: z.ZodType): (payload: unknown) => string {
  const serializer = leanSerializers.get(schema) ?? compile(schema, withoutRequired);
  leanSerializers.set(schema, serializer);
  return serializer as (payload: unknown) => string;
}

function withoutRequired(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutRequired);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).filter(([name, value]) => name !== 'required' || !Array.isArray(value));
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutRequired(value)]));
}

function compileOnUse(schema: z.ZodType): Serializer {
  let compiled: Serializer | undefined;
  return (data) => {
    compiled ??= compile(schema);
    return compiled(data);
  };
}

function compile(schema: z.ZodType, adapt = (json: unknown) => json): Serializer {
  const jsonSchema = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    reused: 'inline',
    unrepresentable: 'any',
  });
  const { definitions = {}, ...root } = jsonSchema as JsonSchema & { definitions?: Record<string, JsonSchema> };
  // The package's types are narrower than what it takes and returns.
  return fastJsonStringify(adapt(withoutUnions(root, definitions)) as never) as never;
}
