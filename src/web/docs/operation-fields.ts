import { escapeHtml } from '../../core/escape-html.ts';
import { FIELD_MEANINGS } from './field-meanings.ts';

type Json = { [key: string]: unknown };

/** The parts of the OpenAPI document that the pages show. */
export type ApiDocument = {
  paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  components: Readonly<Record<string, Readonly<Record<string, Json>>>>;
};

/** A row of a table: a parameter, or a field of a body. */
export type Row = { name: string; where: string; type: string; required: boolean; html: string };

/** Values of an enumeration that a table names; so many if there are more. */
const MOST_VALUES = 12;
const FIRST_VALUES = 3;

export function parameterRow(document: ApiDocument, { name, in: where, required, description, schema }: Json): Row {
  return {
    name: String(name),
    where: String(where),
    type: typeOf(document, schema as Json),
    required: required === true,
    html: coded(String(description ?? '')),
  };
}

/** The fields of a body, or the parts of a form, with those of the objects within. */
export function bodyRows(document: ApiDocument, { requestBody }: Json, mediaType: string): Row[] {
  if (!requestBody) return [];
  const { schema } = (requestBody as { content: Record<string, { schema: Json }> }).content[mediaType]!;
  return rowsOf(document, schema, '', 'body');
}

/**
 * The fields of `data`, and of the items of a list. What has a name in the document is shown by this name. The only union
 * with many variants is that of events, which `eventsPage` describes.
 */
export function responseRows(document: ApiDocument, { responses }: Json, eventsPage: string): Row[] {
  type Response = { content?: Record<string, { schema: { allOf?: { properties?: { data?: Json } }[] } }> };
  const [, success] = Object.entries(responses as Record<string, Response>).find(([status]) => status < '3')!;
  const data = success.content?.['application/json']?.schema.allOf?.[1]?.properties?.data;
  if (!data) return [];
  const isArray = data['type'] === 'array';
  return rowsOf(document, (isArray ? data['items'] : data) as Json, isArray ? '[].' : '', '').map((row) =>
    row.html === EVENT_TYPES
      ? { ...row, html: `<a href="${eventsPage}">Event types</a> has all, with their data.` }
      : row,
  );
}

/** A field that only some variants of the object have is marked with their names. */
function rowsOf(document: ApiDocument, schema: Json, prefix: string, where: 'body' | ''): Row[] {
  const rows = new Map<string, Row>();
  const variants = variantsOf(document, schema);
  for (const variant of variants) {
    const required = requiredOf(document, variant);
    for (const [name, field] of Object.entries(propertiesOf(document, variant))) {
      const path = prefix + name;
      if (rows.has(path)) continue;
      const having = variants.filter((one) => name in propertiesOf(document, one));
      const only = having.length < variants.length ? having.map(({ name: variant }) => variant).join(', ') : where;
      const html = meaningOf(document, field, name, variants.length);
      const isRequired = where === 'body' && required.has(name);
      rows.set(path, { name: path, where: only, type: typeOfAll(document, having, name), required: isRequired, html });
      for (const row of rowsWithin(document, field, path, where)) rows.set(row.name, row);
    }
  }
  return [...rows.values()];
}

/** A placeholder for the link to the page of events. */
const EVENT_TYPES = 'event types';

function meaningOf(document: ApiDocument, field: Json, name: string, variants: number): string {
  if (variants > MOST_VALUES && (name === 'type' || name === 'data')) return EVENT_TYPES;
  return coded(String(resolve(document, field)['description'] ?? FIELD_MEANINGS.get(name) ?? ''));
}

/** The type of a field that several variants have: all of its values, if it has a few in each. */
function typeOfAll(document: ApiDocument, variants: readonly Variant[], name: string): string {
  const fields = variants.map((variant) => propertiesOf(document, variant)[name]!);
  const values = fields.flatMap((field) => {
    const { enum: several, const: only } = resolve(document, field);
    return Array.isArray(several) ? several.map(String) : only === undefined ? [] : [String(only)];
  });
  const isEnum = fields.every((field) => ['enum', 'const'].some((key) => key in resolve(document, field)));
  if (fields.length > 1 && isEnum) return typeOf(document, { type: 'string', enum: [...new Set(values)] });
  return [...new Set(fields.map((field) => typeOf(document, field)))].join(' or ');
}

/** Of an object without a name, and of the items of the list that is the response. */
function rowsWithin(document: ApiDocument, field: Json, path: string, where: 'body' | ''): Row[] {
  if (path === 'items') return rowsOf(document, (field['items'] ?? {}) as Json, 'items[].', where);
  if (field['type'] === 'array') {
    const items = (field['items'] ?? {}) as Json;
    return where === 'body'
      ? rowsOf(document, items, `${path}[].`, where)
      : rowsWithin(document, items, `${path}[]`, where);
  }
  return '$ref' in field && where !== 'body' ? [] : rowsOf(document, field, `${path}.`, where);
}

type Variant = Json & { name: string };

function variantsOf(document: ApiDocument, schema: Json): Variant[] {
  const whole = resolve(document, schema);
  const options = (whole['anyOf'] ?? whole['oneOf']) as Json[] | undefined;
  if (options) return options.flatMap((one) => variantsOf(document, one)).filter((one) => one['type'] !== 'null');
  return [
    {
      ...whole,
      name: String(schema['$ref'] ?? '')
        .split('/')
        .at(-1)!,
    },
  ];
}

const partsOf = (document: ApiDocument, { allOf }: Json): Json[] =>
  ((allOf ?? []) as Json[]).map((one) => resolve(document, one));

function propertiesOf(document: ApiDocument, schema: Json): Record<string, Json> {
  const shared = partsOf(document, schema).map((part) => propertiesOf(document, part));
  return Object.assign({}, ...shared, schema['properties']) as Record<string, Json>;
}

function requiredOf(document: ApiDocument, schema: Json): Set<string> {
  const shared = partsOf(document, schema).flatMap((part) => [...requiredOf(document, part)]);
  return new Set([...shared, ...((schema['required'] ?? []) as string[])]);
}

export function resolve(document: ApiDocument, schema: Json): Json {
  const { $ref, ...own } = schema;
  if (typeof $ref !== 'string') return schema;
  const [kind, name] = $ref.split('/').slice(2) as [string, string];
  return { ...resolve(document, document.components[kind]![name]!), ...own };
}

function typeOf(document: ApiDocument, schema: Json): string {
  const whole = resolve(document, schema);
  const { type, const: only, format, items, maxLength, maximum, minimum, oneOf, anyOf } = whole;
  if (type === 'null') return 'null';
  const values = Array.isArray(whole['enum']) ? whole['enum'].map(String) : undefined;
  const isObject = type === 'object' || whole['allOf'] !== undefined || anyOf !== undefined || oneOf !== undefined;
  if (typeof schema['$ref'] === 'string' && isObject) return schema['$ref'].split('/').at(-1)!;
  const variants = (oneOf ?? anyOf) as Json[] | undefined;
  if (variants) return [...new Set(variants.map((one) => typeOf(document, one)))].join(' or ');
  if (Array.isArray(type)) return type.map((one) => typeOf(document, { ...schema, type: one })).join(' or ');
  if (only !== undefined) return String(only);
  if (values && values.length > MOST_VALUES)
    return `${values.slice(0, FIRST_VALUES).join(', ')}, … (${values.length}, in enums of GET /v1/meta)`;
  if (values) return values.join(', ');
  if (type === 'array') return `list of ${typeOf(document, (items ?? {}) as Json)}`;
  if (format === 'binary') return 'file';
  if (format === 'uuid') return 'id';
  if (format === 'date-time') return 'time';
  if (type === 'string') return maxLength === undefined ? 'text' : `text, at most ${maxLength}`;
  if (type === 'integer') return maximum === undefined ? 'number' : `number, ${minimum ?? 0} to ${maximum}`;
  return { boolean: 'true or false', object: 'object' }[String(type)] ?? 'any value';
}

/** Marks up what is between backticks. */
export function coded(text: string): string {
  return escapeHtml(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll('\n\n', '</p><p>');
}
