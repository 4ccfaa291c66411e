import type { OpenApiDocument } from '../src/http/openapi.ts';

/** The part of JSON Schema that the OpenAPI document uses. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  description?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  allOf?: Schema[];
  oneOf?: Schema[];
};

export type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema };
type Content = Record<string, { schema: Schema }>;
type Described = {
  operationId: string;
  summary: string;
  parameters: (Parameter & { $ref?: string })[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
};

/** An operation of the document, as a client offers it. */
export type Operation = {
  operationId: string;
  resource: string;
  /** Its name within the resource. */
  name: string;
  method: string;
  path: string;
  summary: string;
  parameters: Parameter[];
  body?: Schema | undefined;
  /** Whether the body is a form with files. */
  isForm: boolean;
  /** A write that takes no `Idempotency-Key`: every repeat would take effect again. */
  isKeyless: boolean;
  /** `data` of a success; undefined for a stream. */
  data?: Schema | undefined;
};

/** The operations, with their parameters in full. */
export function operationsOf({ paths, components }: OpenApiDocument): Operation[] {
  const shared = components['parameters'] as Record<string, Parameter>;
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, Described>).map(([verb, described]): Operation => {
      const { operationId, summary, requestBody, responses } = described;
      const [resource, name] = operationId.split('.') as [string, string];
      const method = verb.toUpperCase();
      const parameters = described.parameters.map((one) => (one.$ref ? shared[nameOfRef(one.$ref)]! : one));
      const form = requestBody?.content['multipart/form-data']?.schema;
      const isKeyless = method !== 'GET' && !parameters.some((one) => one.name === 'Idempotency-Key');
      return {
        ...{ operationId, resource, name, method, path, summary, parameters, isKeyless, isForm: form !== undefined },
        body: form ?? requestBody?.content['application/json']?.schema,
        data: dataOf(responses),
      };
    }),
  );
}

function dataOf(responses: Described['responses']): Schema | undefined {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2'))!;
  // An envelope is `Success` and an object with the data.
  return success.content?.['application/json']?.schema.allOf?.[1]?.properties?.['data'];
}

export const nameOfRef = (ref: string): string => ref.split('/').at(-1)!;

export const membersOf = (schema: Schema): Schema[] | undefined => schema.anyOf ?? schema.oneOf;

/** All schemas directly within this one. */
function partsOf(schema: Schema): Schema[] {
  return [
    ...Object.values(schema.properties ?? {}),
    ...(membersOf(schema) ?? schema.allOf ?? []),
    ...(schema.items ? [schema.items] : []),
  ];
}

/** The schemas of a document. */
export class Schemas {
  readonly all: Record<string, Schema>;

  constructor({ components }: OpenApiDocument) {
    this.all = components['schemas'] as Record<string, Schema>;
  }

  resolve(schema: Schema): Schema {
    return schema.$ref ? this.all[nameOfRef(schema.$ref)]! : schema;
  }

  /** Whether this schema, or one that it contains, passes the test. */
  contains(schema: Schema, test: (part: Schema) => boolean, seen: ReadonlySet<string> = new Set()): boolean {
    if (schema.$ref) {
      const name = nameOfRef(schema.$ref);
      return !seen.has(name) && this.contains(this.all[name]!, test, new Set([...seen, name]));
    }
    return test(schema) || partsOf(schema).some((part) => this.contains(part, test, seen));
  }

  /** The type of the items if the operation returns pages; of a log (`logs`) a cursor follows the last one, too. */
  itemsOf({ data, parameters }: Operation, { logs = false } = {}): Schema | undefined {
    const { items, next_cursor } = data ? (this.resolve(data).properties ?? {}) : {};
    const type = next_cursor && String(this.resolve(next_cursor).type);
    const isCursor = type === 'string,null' || (logs && type === 'string');
    const isPage = isCursor && parameters.some(({ name }) => name === 'cursor');
    return isPage ? items?.items : undefined;
  }
}

/** Of a union, the members without those that only a parameter asks for: compact ones by default, and the reverse. */
export function withoutTwins(members: Schema[], prefix: string, wants: 'plain' | 'prefixed'): Schema[] {
  const names = new Set(members.map(({ $ref }) => ($ref ? nameOfRef($ref) : '')));
  const twinOf = (name: string) => prefix + name.replace(/^Single/, '');
  const replaced = new Set<string>();
  for (const name of names) {
    if (name && names.has(twinOf(name))) replaced.add(wants === 'prefixed' ? name : twinOf(name));
  }
  return members.filter(({ $ref }) => !$ref || !replaced.has(nameOfRef($ref)));
}

/** Parameters that turn the response into another one, and the name of the operation that has them. */
export const SPLIT: Readonly<Record<string, Split>> = {
  'feed.list': {
    parameter: 'since',
    name: 'count_new',
    summary: 'Count the posts that are newer than a page of the feed with the same filters, up to 100',
    returns: 'FeedNews',
  },
};

type Split = { parameter: string; name: string; summary: string; returns: string };

/** An operation without such a parameter: the response is the first member of the union. */
export function withoutSplit(operation: Operation): Operation {
  const split = SPLIT[operation.operationId];
  if (!split) return operation;
  const parameters = operation.parameters.filter(({ name }) => name !== split.parameter);
  return { ...operation, parameters, data: operation.data?.anyOf?.[0] ?? operation.data };
}
