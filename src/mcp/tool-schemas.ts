import { z } from 'zod';
import { LIMITS } from '../core/limits.ts';

export type JsonSchema = { [key: string]: unknown };

const DEFS = '#/$defs/';
/** For validators, not models; the service checks these itself and reports what is wrong. */
const NOISE = new Set(['$schema', '$defs', 'id', 'pattern', 'format']);
/** Of ids, cursors and lists, which models pass on or choose from. */
const PASSED_ON = new Set<unknown>([
  LIMITS.cursor.max_length,
  LIMITS.path_word.max_length,
  LIMITS.query_list.max_length,
]);
/** The bounds zod adds to every safe integer; they say nothing about the field. */
const UNBOUNDED = new Set([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);
/** How deep a result is described: its fields, and the fields of items in its lists. */
const OUTLINE_DEPTH = 1;

export function inputSchema(schema: z.ZodType): JsonSchema {
  return inline(schema, 'input');
}

/**
 * The result of a tool in outline: the fields that all variants have. Short, because it fills the model's context; none is
 * required, because a compact view leaves some out.
 */
export function outputSchema(schema: z.ZodType): JsonSchema {
  const outlined = outline(inline(schema, 'output'), OUTLINE_DEPTH);
  return outlined['type'] === 'array' ? { type: 'object', properties: { items: outlined } } : outlined;
}

/** Data as `outputSchema` describes it: before revision 2026-07-28, the result of a tool must be an object. */
export function structured(data: unknown): Record<string, unknown> {
  return Array.isArray(data) ? { items: data } : (data as Record<string, unknown>);
}

function inline(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any', cycles: 'ref' }) as JsonSchema;
  const defs = (json['$defs'] ?? {}) as Record<string, JsonSchema>;
  return tidy(json, defs, []) as JsonSchema;
}

function tidy(node: unknown, defs: Record<string, JsonSchema>, open: readonly string[]): unknown {
  if (Array.isArray(node)) return node.map((item) => tidy(item, defs, open));
  if (typeof node !== 'object' || node === null) return node;
  const result: JsonSchema = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === '$ref') {
      const name = String(value).slice(DEFS.length);
      // A recursive reference is left open.
      if (name in defs && !open.includes(name)) Object.assign(result, tidy(defs[name], defs, [...open, name]));
    } else if (key === 'properties') {
      const fields = Object.entries(value as object).map(([name, field]) => [name, tidy(field, defs, open)]);
      result[key] = Object.fromEntries(fields);
    } else if (key === 'enum' || key === 'const' || key === 'default') result[key] = value;
    else if (key === 'minLength' && value === 1) continue;
    else if (key === 'maxLength' && PASSED_ON.has(value)) continue;
    else if (!NOISE.has(key) && !UNBOUNDED.has(value as number)) result[key] = tidy(value, defs, open);
  }
  return result;
}

function outline(schema: JsonSchema, depth: number, inList = false): JsonSchema {
  const variants = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined;
  if (variants) return common(variants.map((variant) => outline(variant, depth, inList)));
  const { type } = schema;
  if (schema['properties'] && depth > 0) {
    const fields = Object.entries(schema['properties'] as Record<string, JsonSchema>);
    const properties = Object.fromEntries(fields.map(([name, field]) => [name, outline(field, depth - 1, inList)]));
    return { type, properties };
  }
  if (schema['items'] && !inList) return { type, items: outline(schema['items'] as JsonSchema, depth + 1, true) };
  return type === undefined ? {} : { type };
}

/** What several outlines have in common. */
function common(outlines: JsonSchema[]): JsonSchema {
  const [first, ...others] = outlines as [JsonSchema, ...JsonSchema[]];
  const types = new Set(outlines.flatMap(({ type }) => type ?? []));
  // What may be null is named only.
  if (types.size > 1 || outlines.some((outlined) => outlined['type'] === undefined)) return {};
  const [type] = types;
  const lists = others.map(({ properties }) => properties as Record<string, JsonSchema> | undefined);
  if (!first['properties'] || lists.some((list) => !list)) return { type };
  const shared = Object.entries(first['properties'] as Record<string, JsonSchema>)
    .filter(([name]) => lists.every((list) => name in list!))
    .map(([name, field]) => [name, common([field, ...lists.map((list) => list![name]!)])]);
  return { type, properties: Object.fromEntries(shared) };
}
