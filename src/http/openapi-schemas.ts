import { z } from 'zod';

export type JsonSchema = { [key: string]: unknown };

const DEFS = '#/$defs/';
const COMPONENTS = '#/components/schemas/';

/** Converts zod schemas to OpenAPI 3.1 schemas. Those with an `id` become components; only used ones are included. */
export class SchemaCollector {
  readonly components: Record<string, JsonSchema> = {};

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

  #collect(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const json = z.toJSONSchema(schema, { io, unrepresentable: 'any', cycles: 'ref' }) as JsonSchema;
    const { $defs = {}, $schema: _dialect, ...root } = json as JsonSchema & { $defs?: Record<string, JsonSchema> };
    const names = new Map<string, string>();
    for (const name of Object.keys($defs)) names.set(name, this.#nameFor(name, $defs[name]!, io));
    for (const [name, definition] of Object.entries($defs)) {
      this.components[names.get(name)!] = clean(definition, names, io) as JsonSchema;
    }
    return clean(root, names, io) as JsonSchema;
  }

  /** An object whose input and output differ (defaults, closed or open) needs two names. */
  #nameFor(name: string, definition: JsonSchema, io: 'input' | 'output'): string {
    const same = io === 'output' || !isObject(definition);
    return same ? name : `${name}Input`;
  }
}

function isObject(definition: JsonSchema): boolean {
  return definition['type'] !== 'string' && definition['type'] !== 'integer' && definition['type'] !== 'number';
}

function clean(node: unknown, names: ReadonlyMap<string, string>, io: 'input' | 'output'): unknown {
  if (Array.isArray(node)) return node.map((item) => clean(item, names, io));
  if (typeof node !== 'object' || node === null) return node;
  const result: JsonSchema = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === 'properties') {
      result[key] = Object.fromEntries(
        Object.entries(value as object).map(([name, item]) => [name, clean(item, names, io)]),
      );
    } else if (key === '$ref') result[key] = reference(String(value), names);
    else if (key === 'additionalProperties' && value === false && io === 'output') continue;
    // zod repeats the name of a component inside it; `enum` and `const` contain data, not schemas.
    else if (key === 'id') continue;
    else result[key] = key === 'enum' || key === 'const' || key === 'default' ? value : clean(value, names, io);
  }
  return result;
}

function reference(target: string, names: ReadonlyMap<string, string>): string {
  const name = target.startsWith(DEFS) ? target.slice(DEFS.length) : null;
  return name === null ? target : COMPONENTS + (names.get(name) ?? name);
}
