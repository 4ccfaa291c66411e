import { z } from 'zod';
import { enumName } from './openapi-enums.ts';

export type JsonSchema = { [key: string]: unknown };

/** `default`: what a read answers without parameters. `all`: also what `since` and `expand` can make of it. */
export type Views = 'default' | 'all';

const DEFS = '#/$defs/';
export const COMPONENTS = '#/components/schemas/';
/** Alternatives that only a parameter asks for. */
const ON_REQUEST = /\/(FeedNews|ExpandedEvent)$/;
/** Those of them that the description of the parameter names: a component that no response refers to. */
const NAMED = /\/FeedNews$/;
/** Data, not schemas. */
const DATA = new Set(['enum', 'const', 'default']);

type Io = 'input' | 'output';

/** Converts zod schemas to OpenAPI 3.1 schemas. Those with an `id` become components; only used ones are included. */
export class SchemaCollector {
  readonly components: Record<string, JsonSchema> = {};
  readonly #views: Views;

  constructor(views: Views) {
    this.#views = views;
  }

  /** Open objects: `/v1` may gain fields, and clients must not break on a new one. */
  output(schema: z.ZodType): JsonSchema {
    return this.#collect(schema, 'output');
  }

  /** What the service accepts: closed objects stay closed, because unknown fields are rejected. */
  input(schema: z.ZodType): JsonSchema {
    return this.#collect(schema, 'input');
  }

  resolve(schema: JsonSchema): JsonSchema {
    const name = String(schema['$ref'] ?? '').slice(COMPONENTS.length);
    return this.components[name] ?? schema;
  }

  #collect(schema: z.ZodType, io: Io): JsonSchema {
    const { $defs = {}, ...root } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      cycles: 'ref',
      override: ({ zodSchema, jsonSchema }) => {
        withoutNoise(jsonSchema);
        if (zodSchema instanceof z.ZodDiscriminatedUnion)
          jsonSchema['discriminator'] = { propertyName: zodSchema.def.discriminator };
      },
    });
    const { $schema: _dialect, ...own } = root;
    return this.#clean(own, $defs as Record<string, JsonSchema>, io) as JsonSchema;
  }

  #clean(node: unknown, defs: Record<string, JsonSchema>, io: Io): unknown {
    if (Array.isArray(node)) return node.map((item) => this.#clean(item, defs, io));
    if (typeof node !== 'object' || node === null) return node;
    const result: JsonSchema = {};
    for (const [key, value] of Object.entries(node)) {
      if (key === 'properties') {
        result[key] = Object.fromEntries(
          Object.entries(value as object).map(([name, item]) => [name, this.#clean(item, defs, io)]),
        );
      } else if (key === '$ref') result[key] = this.#refer(String(value).slice(DEFS.length), defs, io);
      else if (key === 'additionalProperties' && value === false && io === 'output') continue;
      // zod repeats the name of a component inside it.
      else if (key === 'id') continue;
      else if (key === 'anyOf') result[key] = this.#clean(this.#wanted(value as JsonSchema[], defs, io), defs, io);
      else result[key] = DATA.has(key) ? value : this.#clean(value, defs, io);
    }
    return this.#named(single(result));
  }

  #refer(name: string, defs: Record<string, JsonSchema>, io: Io): string {
    // An object whose input and output differ (defaults, closed or open) needs two names.
    const own = io === 'input' && defs[name]!['type'] === 'object' ? `${name}Input` : name;
    if (!(own in this.components)) {
      this.components[own] = {};
      this.components[own] = this.#clean(defs[name], defs, io) as JsonSchema;
    }
    return COMPONENTS + own;
  }

  #wanted(options: JsonSchema[], defs: Record<string, JsonSchema>, io: Io): JsonSchema[] {
    if (this.#views === 'all') return options;
    for (const { $ref } of options)
      if (NAMED.test(String($ref))) this.#refer(String($ref).slice(DEFS.length), defs, io);
    const usual = options.filter(({ $ref }) => !ON_REQUEST.test(String($ref)));
    return usual.every(({ type }) => type === 'null') ? options : usual;
  }

  #named(schema: JsonSchema): JsonSchema {
    const { type, enum: values, ...others } = schema;
    if (String(values) === 'true,false') return { type: 'boolean', ...others };
    const name = enumName(values);
    if (name === undefined) return schema;
    this.components[name] = { type, enum: values };
    return { $ref: COMPONENTS + name, ...others };
  }
}

/** Removes what a format says already, and the bounds of all integers. */
export function withoutNoise(schema: { format?: unknown; pattern?: unknown; minimum?: unknown; maximum?: unknown }) {
  if (schema.format) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** A single alternative needs no `anyOf`, nor does a text, number or list that may be null. */
function single(schema: JsonSchema): JsonSchema {
  const { anyOf, ...others } = schema as { anyOf?: JsonSchema[] };
  const [first, second] = anyOf ?? [];
  if (anyOf?.length === 1) return { ...first, ...others };
  const nullable = anyOf?.length === 2 && second!['type'] === 'null' && typeof first!['type'] === 'string';
  return nullable && !first!['enum'] && !first!['properties'] && first!['const'] === undefined
    ? { ...first, type: [first!['type'], 'null'], ...others }
    : schema;
}
