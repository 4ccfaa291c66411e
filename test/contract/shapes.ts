import type { OpenApiDocument } from '../../src/http/openapi.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document is read as its readers do
export type Loose = any;

/** Lists that are `data` themselves: the specification has countries and cities as arrays, and states are like them. */
const ARRAYS = ['taxonomies.list_countries', 'taxonomies.list_states', 'taxonomies.list_cities'];
/** Objects with an id that are `data` themselves, because the specification has posts, profiles and follows so. */
const BARE = ['Post', 'PostWithAuthor', 'Profile', 'SingleProfile', 'ProfileFollow'];
/** Objects under the name of their part, because there are several of one kind, or because they are new. */
const ROLES = ['requester', 'requester_profile', 'addressee_profile', 'managed_profile', 'session'];

export const componentOf = ({ $ref }: Loose): string | null => $ref?.split('/').at(-1) ?? null;
const snake = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();

/** The `data` of the JSON successes of all operations, with its status. */
export function dataOf({ paths }: OpenApiDocument): [operation: string, data: Loose, status: string][] {
  const operations = Object.values<Loose>(paths).flatMap((path) => Object.values<Loose>(path));
  return operations.flatMap(({ operationId, responses }) =>
    Object.entries<Loose>(responses).flatMap(([status, { content }]): [string, Loose, string][] => {
      const data = content?.['application/json']?.schema.allOf[1].properties.data;
      return data ? [[operationId, data, status]] : [];
    }),
  );
}

/** A component with all that it extends. */
export function resolver({ components }: OpenApiDocument) {
  const schemas = components['schemas'] as Record<string, Loose>;
  return function resolve(schema: Loose): Loose {
    const { allOf = [], ...own } = schema.$ref ? schemas[componentOf(schema)!] : schema;
    const parts: Loose[] = [...allOf.map(resolve), own];
    const properties = Object.assign({}, ...parts.map((part) => part.properties));
    return { ...own, properties, required: parts.flatMap(({ required = [] }) => required) };
  };
}

/** How a response breaks the rule of docs/concepts/responses.md for what is `data` itself, and what has a name in it. */
export function misshapen(document: OpenApiDocument): string[] {
  const resolve = resolver(document);
  const isObject = (schema: Loose) => 'id' in resolve(schema).properties;
  return dataOf(document).flatMap(([operation, data]) => {
    const { type, properties } = resolve(data);
    if (type === 'array') return ARRAYS.includes(operation) ? [] : [`${operation}: an array`];
    if ('id' in properties) return BARE.includes(componentOf(data)!) ? [] : [`${operation}: a bare object`];
    if ('items' in properties) return [];
    const objects = Object.entries<Loose>(properties).filter(([, schema]) => schema.$ref && isObject(schema));
    const misnamed = objects
      .filter(([name, schema]) => !ROLES.includes(name) && name !== snake(componentOf(schema)!))
      .map(([name, schema]) => `${operation}: ${componentOf(schema)} under the name ${name}`);
    const [only, another] = objects;
    const needless = only && !another && BARE.includes(componentOf(only[1])!);
    return [...misnamed, ...(needless ? [`${operation}: ${only[0]} alone under its name`] : [])];
  });
}
