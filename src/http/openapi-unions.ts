import { COMPONENTS, type JsonSchema } from './openapi-schemas.ts';

type Fields = { properties: Record<string, JsonSchema>; required?: string[] };
type Union = JsonSchema & {
  oneOf: { $ref: string }[];
  discriminator: { propertyName: string; mapping?: Record<string, string> };
};

const isUnion = (schema: JsonSchema): schema is Union => 'discriminator' in schema;

/**
 * Completes discriminated unions: which value means which component, and a component `…Fields` with what all of them have
 * in common, which other components with these fields share, too.
 */
export function completeUnions(components: Record<string, JsonSchema>): void {
  for (const [name, union] of Object.entries(components)) {
    if (!isUnion(union)) continue;
    const names = union.oneOf.map(({ $ref }) => $ref.slice(COMPONENTS.length));
    const options = names.map((one) => components[one] as JsonSchema & Fields);
    const { propertyName } = union.discriminator;
    const mapping = names.flatMap((one, at) => {
      const { enum: values } = options[at]!.properties[propertyName] as { enum: string[] };
      return values.map((value) => [value, COMPONENTS + one]);
    });
    union.discriminator = { propertyName, mapping: Object.fromEntries(mapping) };
    const shared = sharedFields(options);
    for (const [one, schema] of Object.entries(components))
      if (hasFields(schema, shared)) components[one] = withoutFields(schema, shared, `${name}Fields`);
    components[`${name}Fields`] = shared;
  }
}

/** Components that differ from others only in fields that they lack. */
const PARTS = { QuotedPost: 'PostItem', PostFields: 'Post' };

/** Describes them as those others, whose fields are then not always there: a client needs one type of each object. */
export function joinParts(components: Record<string, JsonSchema>): void {
  for (const [name, whole] of Object.entries(PARTS)) {
    if (!(name in components)) continue;
    const part = components[name] as JsonSchema & Fields;
    const schema = components[whole] as JsonSchema & Fields;
    schema.required = schema.required!.filter((field) => part.required!.includes(field));
    delete components[name];
  }
  const refers = (_key: string, value: unknown) =>
    typeof value === 'string' && value.startsWith(COMPONENTS) ? COMPONENTS + nameOf(value) : value;
  Object.assign(components, JSON.parse(JSON.stringify(components), refers));
}

function nameOf(ref: string): string {
  const name = ref.slice(COMPONENTS.length);
  return name in PARTS ? PARTS[name as keyof typeof PARTS] : name;
}

/** Components with all fields of others, children first. */
const EXTENDS = [
  ['ErrorAgent', 'Agent'],
  ['PostWithAuthor', 'Post'],
  ['Post', 'PostFields'],
  ['FoundPost', 'PostItem'],
  ['Bookmark', 'PostItem'],
  ['SingleProfile', 'Profile'],
  ['FoundProfile', 'Profile'],
  ['ProfileSuggestion', 'Profile'],
] as const;

/** Writes the fields of these components once. */
export function shareFields(components: Record<string, JsonSchema>): void {
  for (const [name, base] of EXTENDS) {
    if (!(base in components && name in components)) continue;
    const [own, shared] = [components[name]!, components[base] as JsonSchema & Fields];
    if (!hasFields(own, shared)) throw new Error(`${name} lacks fields of ${base}`);
    components[name] = withoutFields(own, shared, base);
  }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function hasFields(schema: JsonSchema, { properties }: Fields): schema is JsonSchema & Fields {
  const own = (schema['properties'] ?? {}) as Fields['properties'];
  return Object.entries(properties).every(([field, shared]) => isSame(own[field], shared));
}

function sharedFields([first, ...others]: (JsonSchema & Fields)[]): JsonSchema & Fields {
  const isShared = (field: string) =>
    others.every(({ properties }) => isSame(properties[field], first!.properties[field]));
  const properties = Object.fromEntries(Object.entries(first!.properties).filter(([field]) => isShared(field)));
  return { type: 'object', properties, required: first!.required?.filter((field) => field in properties) };
}

function withoutFields(schema: JsonSchema & Fields, shared: Fields, name: string): JsonSchema {
  const own = ([field]: [string, unknown]) => !(field in shared.properties);
  return {
    ...schema,
    allOf: [...((schema['allOf'] as JsonSchema[] | undefined) ?? []), { $ref: COMPONENTS + name }],
    properties: Object.fromEntries(Object.entries(schema.properties).filter(own)),
    ...(schema.required && { required: schema.required.filter((field) => !(field in shared.properties)) }),
  };
}
