import type { OpenApiDocument } from '../../src/http/openapi.ts';
import { type Operation, operationsOf, Schemas, SPLIT, withoutSplit } from '../document.ts';
import { block, comment, type Field, indent, TypeScriptTypes, type View } from './types.ts';

/** Written by hand in `event-stream.ts`. */
const BY_HAND = new Set(['events.stream']);
/** What the modules written by hand use. */
const USED_BY_HAND = ['Agent', 'ErrorAgent', 'ErrorCode', 'Event', 'EventType', 'ExpandedEvent', 'WebhookPayload'];
/** What resources have that can't be generated. */
const BASES: Readonly<Record<string, string>> = { events: ' extends EventStreams' };

const TYPES_HEAD = `import type { CallOptions, EventStreams, NoFields, Pages, ViewOf } from './calls.ts';`;

type Described = { operation: Operation; name: string; query: Operation['parameters']; returned: Returned };
/** The type of the result, and what its parameter \`view\` or \`expand\` makes of it. */
type Returned = (view: View) => string;

/** `operations.ts` and `types.d.ts`, by name. */
export function typescriptModules(document: OpenApiDocument): Map<string, string> {
  const schemas = new Schemas(document);
  const types = new TypeScriptTypes(schemas);
  const resources = new Map<string, Described[]>();
  for (const operation of operationsOf(document)) {
    if (BY_HAND.has(operation.operationId)) continue;
    const key = camel(operation.resource);
    resources.set(key, [...(resources.get(key) ?? []), ...methodsOf(operation, types)]);
  }
  const { version } = document.info as { version: string };
  const interfaces = [...resources].map(([key, methods]) => resourceType(key, methods, types, schemas));
  for (const name of USED_BY_HAND) types.typeOf({ $ref: `#/components/schemas/${name}` });
  const fields = [...resources.keys()].map((key) => `  readonly ${key}: ${pascal(key)};\n`).join('');
  const all = `/** The operations of the API, by resource. */\nexport interface Operations {\n${fields}}\n`;
  return new Map([
    ['operations.ts', operationsModule(resources, version, schemas)],
    ['types.d.ts', `${TYPES_HEAD}\n\n${[...interfaces, all, types.text()].join('\n')}`],
  ]);
}

/** One method for each operation, and two if a parameter makes another one of it. */
function methodsOf(operation: Operation, types: TypeScriptTypes): Described[] {
  const narrowed = withoutSplit(operation);
  const methods = [described(narrowed, camel(operation.name), types)];
  const split = SPLIT[operation.operationId];
  if (!split) return methods;
  const [since] = operation.parameters.filter(({ name }) => name === split.parameter);
  const filters = narrowed.parameters.filter(({ name }) => !['cursor', 'limit', 'view'].includes(name));
  const parameters = [{ ...since!, required: true }, ...filters];
  const other = {
    ...operation,
    summary: split.summary,
    parameters,
    data: { $ref: `#/components/schemas/${split.returns}` },
  };
  return [...methods, described(other, camel(split.name), types)];
}

function described(operation: Operation, name: string, types: TypeScriptTypes): Described {
  const query = operation.parameters.filter((one) => one.in === 'query');
  return { operation, name, query, returned: (view) => types.returned(operation, view) };
}

function resourceType(key: string, methods: Described[], types: TypeScriptTypes, schemas: Schemas): string {
  const lines = methods.map((one) => indent(methodType(one, types, schemas))).join('\n');
  return `export interface ${pascal(key)}${BASES[key] ?? ''} {\n${lines}\n}\n`;
}

function methodType(method: Described, types: TypeScriptTypes, schemas: Schemas): string {
  const { operation, name, query, returned } = method;
  const ids = pathNames(operation.path).map((id) => `${camel(id)}: string`);
  const choice = choiceOf(method, types);
  const fields = [
    ...query.map((one): Field => {
      const type = one.name === choice?.parameter ? choice.type : types.typeOf(one.schema);
      return { name: one.name, type, required: one.required === true, description: withoutCommas(one.description) };
    }),
    ...(operation.body ? types.fieldsOf(operation.body) : []),
  ];
  const isNamed = query.length === 0 && operation.body?.$ref !== undefined;
  const type = isNamed ? types.typeOf(operation.body!) : fields.length === 0 ? 'NoFields' : block(fields);
  const isRequired = fields.some(({ required }) => required);
  const args = [...ids, `fields${isRequired ? '' : '?'}: ${type}`, 'options?: CallOptions'];
  const wrapper = isPaged(operation, schemas) ? 'Pages' : 'Promise';
  const generic = choice ? `<${choice.generic}>` : '';
  const result = choice ? choice.result(returned) : returned('default');
  const whole = wrapper === 'Pages' ? ' Iterating yields all items: `limit` is the page size.' : '';
  return `${comment(`${operation.summary}.${whole} \`${operation.operationId}\``)}${name}${generic}(${args.join(', ')}): ${wrapper}<${result}>;`;
}

type Choice = { parameter: string; generic: string; type: string; result: (returned: Returned) => string };

/** The parameter whose literal chooses the type of the result. */
function choiceOf({ operation, query }: Described, types: TypeScriptTypes): Choice | undefined {
  const find = (wanted: string) => query.find(({ name }) => name === wanted);
  const isChanged = (...views: View[]) => views.some((view) => types.changes(operation.data!, view));
  const [view, expand] = [find('view'), find('expand')];
  if (view) {
    return {
      parameter: 'view',
      generic: `V extends ${types.typeOf(view.schema)} = 'default'`,
      type: 'V',
      result: (of) => `ViewOf<V, ${of('default')}, ${of('full')}>`,
    };
  }
  if (!expand || !isChanged('expanded')) return undefined;
  return {
    parameter: 'expand',
    generic: `E extends ${types.typeOf(expand.schema)} | undefined = undefined`,
    type: 'E',
    result: (returned) => `E extends undefined ? ${returned('default')} : ${returned('expanded')}`,
  };
}

function operationsModule(resources: Map<string, Described[]>, version: string, schemas: Schemas): string {
  const blocks = [...resources].map(([key, methods]) => {
    const lines = methods.map((one) => `    ${one.name}: '${callOf(one, schemas)}',\n`).join('');
    return `  ${key}: {\n${lines}  },\n`;
  });
  return `/** The version of the API that this client was made for. */
export const VERSION: string = '${version}';

/**
 * How each operation is called: its method, its path and the names of its query parameters, then what is special about it. It
 * takes a body of JSON (\`json\`) or a form with files (\`form\`), returns \`pages\`, or is sent \`once\`, because it takes no key.
 */
export const OPERATIONS: Record<string, Record<string, string>> = {\n${blocks.join('')}};\n`;
}

function callOf({ operation, query }: Described, schemas: Schemas): string {
  const { method, path, body, isForm, isKeyless } = operation;
  const names = query.length === 0 ? '' : `{?${query.map(({ name }) => name)}}`;
  const marks = [
    ...(body ? [isForm ? 'form' : 'json'] : []),
    ...(isPaged(operation, schemas) ? ['pages'] : []),
    ...(isKeyless ? ['once'] : []),
  ];
  return [method, path + names, ...marks].join(' ');
}

function isPaged(operation: Operation, schemas: Schemas): boolean {
  return schemas.itemsOf(operation) !== undefined;
}

function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
}

function camel(name: string): string {
  return name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
}

function pascal(key: string): string {
  return `${key.charAt(0).toUpperCase()}${key.slice(1)}Operations`;
}

/** How a query names several values does not concern a list. */
function withoutCommas(description: string | undefined): string | undefined {
  return description
    ?.replace(/ Comma-separated\.$/, '')
    .replace(/^Comma-separated (.)/, (_all, first: string) => first.toUpperCase());
}
