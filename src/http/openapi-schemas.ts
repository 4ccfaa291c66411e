import { z } from 'zod';

export type JsonSchema = { [key: string]: unknown };

const DEFS = '#/$defs/';
const COMPONENTS = '#/components/schemas/';

/**
 * Turns zod schemas into schemas of an OpenAPI 3.1 document (its dialect is JSON Schema 2020-12, so nothing is lost).
 * Schemas that have an `id` become components, each once; only used ones are there.
 */
export class SchemaCollector {
  readonly components: Record<string, JsonSchema> = {};

  /**
   * What the service answers: open objects, because `/v1` changes by addition and a client must not break at a field
   * that is new. The serializer keeps what is not declared from being sent.
   */
  output(schema: z.ZodType): JsonSchema {
    return this.#collect(schema, 'output');
  }

  /** What the service accepts: closed objects stay closed, because unknown fields are refused. */
  input(schema: z.ZodType): JsonSchema {
    return this.#collect(schema, 'input');
  }

  /** The schema that a reference to a component stands for. */
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

  /** An object that is accepted and answered in two forms (defaults, closed or open) needs two names. */
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
    // zod repeats the name of a component inside it; `enum` and `const` hold data, not schemas.
    else if (key === 'id') continue;
    else result[key] = key === 'enum' || key === 'const' || key === 'default' ? value : clean(value, names, io);
  }
  return result;
}

function reference(target: string, names: ReadonlyMap<string, string>): string {
  const name = target.startsWith(DEFS) ? target.slice(DEFS.length) : null;
  return name === null ? target : COMPONENTS + (names.get(name) ?? name);
}
