import { z } from 'zod';

type Def = {
  type: string;
  checks?: { _zod: { def: { check: string; maximum?: number; value?: number; format?: string } } }[];
  format?: string;
} & Record<string, unknown>;

/** Formats with a fixed length. */
const FIXED_FORMATS = new Set(['guid', 'uuid']);
const SIMPLE = new Set(['boolean', 'null', 'undefined', 'literal', 'enum', 'never']);
const PROBES = ['a', '1', '0', 'é', '-', 'a.'];

/** The places in a schema that have no maximum. `open`: objects may ignore unknown fields. */
export function unboundedIn(schema: z.ZodType, { open = false } = {}, place = ''): string[] {
  const def = schema._zod.def as unknown as Def;
  const inside = (inner: unknown, at = place) => unboundedIn(inner as z.ZodType, { open }, at);
  const say = (bounded: boolean, what: string) => (bounded ? [] : [`${place} ${what}`]);
  if (SIMPLE.has(def.type)) return [];
  switch (def.type) {
    case 'string':
      return say(isBoundedText(schema, def), 'text');
    case 'number':
      return say(hasRange(schema as z.ZodNumber), 'number');
    case 'array':
      return [...say(checkOf(def, 'max_length') !== undefined, 'list'), ...inside(def['element'], `${place}[]`)];
    case 'object': {
      const rest = def['catchall'] as z.ZodType | undefined;
      const closed = rest?._zod.def.type === 'never' || (open && rest === undefined);
      const fields = Object.entries(def['shape'] as Record<string, z.ZodType>);
      return [...say(closed, 'object'), ...fields.flatMap(([name, field]) => inside(field, `${place}.${name}`))];
    }
    case 'union':
      return (def['options'] as z.ZodType[]).flatMap((option) => inside(option));
    case 'pipe': {
      const [from, to] = [def['in'] as z.ZodType, def['out'] as z.ZodType];
      // Each side of a transform bounds the other.
      return from._zod.def.type === 'transform' ? inside(to) : [...inside(from), ...insideOutput(to, inside)];
    }
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return inside(def['innerType']);
    default:
      return say(false, def.type);
  }
}

function insideOutput(schema: z.ZodType, inside: (schema: z.ZodType) => string[]): string[] {
  return schema._zod.def.type === 'transform' ? [] : inside(schema);
}

function checkOf(def: Def, name: string): number | undefined {
  return def.checks?.map(({ _zod }) => _zod.def).find(({ check }) => check === name)?.maximum;
}

/**
 * Bounded by zod's own check, by a format with a fixed length, or by a custom check, whose published length is tested.
 */
function isBoundedText(schema: z.ZodType, def: Def): boolean {
  if (checkOf(def, 'max_length') !== undefined || FIXED_FORMATS.has(def.format ?? '')) return true;
  const { maxLength } = z.toJSONSchema(schema, { io: 'input' }) as { maxLength?: number };
  if (maxLength === undefined) return false;
  return PROBES.every((probe) => {
    const text = probe.repeat(Math.ceil((maxLength * 9 + 1) / probe.length));
    const rules = schema
      .safeParse(text)
      .error?.issues.map((issue) => (issue as { params?: { rule?: string } }).params?.rule);
    return rules?.some((rule) => rule === 'too_long' || rule === 'max_bytes') ?? false;
  });
}

function hasRange({ minValue, maxValue }: z.ZodNumber): boolean {
  const isSet = (value: number | null) => value !== null && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  return isSet(minValue) && isSet(maxValue);
}
