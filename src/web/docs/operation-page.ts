import { COMMON_ERROR_CODES, ERROR_CODES, type ErrorCode } from '../../core/error-codes.ts';
import { escapeHtml } from '../../core/escape-html.ts';
import { exampleOf } from '../../http/examples.ts';
import type { RouteEntry } from '../../http/route-contract.ts';
import { errorPath, operationPath, tagSlug } from './route-tables.ts';

type Json = { [key: string]: unknown };

/** The parts of the OpenAPI document that the pages show. */
export type ApiDocument = {
  paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  components: Readonly<Record<string, Readonly<Record<string, Json>>>>;
};

/** A row of a table: a parameter, or a field of the body. */
type Row = { name: string; where: string; type: string; required: boolean; html: string };

const COMMON = new Set<ErrorCode>(COMMON_ERROR_CODES);
/** Lines of the example of a response. */
const MOST_LINES = 80;
/** Values of an enumeration that a table names; so many if there are more. */
const MOST_VALUES = 12;
const FIRST_VALUES = 3;

export type OperationPage = ReturnType<typeof operationPage>;

/** What the page of an operation shows. `siblings` are the operations of its section of the reference. */
export function operationPage(
  route: RouteEntry,
  document: ApiDocument,
  siblings: readonly RouteEntry[],
  baseUrl: string,
) {
  const { contract, method } = route;
  const path = route.url.replace(/:(\w+)/g, '{$1}');
  const operation = document.paths[path]![method.toLowerCase()]!;
  const [about = '', facts = ''] = String(operation['description']).split(/\n\n(?=[^\n]*$)/);
  const parameters = (operation['parameters'] as Json[]).map((one) => resolve(document, one));
  const tag = route.schema.tags[0]!;
  return {
    name: contract.operation,
    method,
    path,
    tag,
    summary: route.summary,
    aboutHtml: coded(about),
    factsHtml: coded(facts),
    parameters: parameters.map((one) => parameterRow(document, one)),
    fields: bodyRows(document, operation, 'application/json'),
    parts: contract.multipart ? bodyRows(document, operation, 'multipart/form-data') : [],
    request: curlOf(route, path, baseUrl, parameters),
    form: contract.multipart ? formOf(route, path, baseUrl, contract.multipart.fileField) : null,
    response: contract.eventStream ? streamOf(contract.operation) : responseOf(contract.operation),
    responseType: contract.eventStream ? 'text' : 'json',
    errors: route.errors
      .filter((code) => !COMMON.has(code))
      .map((code) => ({ code, href: errorPath(code), ...ERROR_CODES[code] }))
      .sort((a, b) => a.status - b.status),
    related: siblings
      .filter((one) => one !== route)
      .map((one) => ({ href: operationPath(one.contract.operation), summary: one.summary })),
    /** The page shows the document of members. */
    tryPath: path.startsWith('/v1/operator/') ? null : `/docs/try#tag/${tagSlug(tag)}/${contract.operation}`,
  };
}

function resolve(document: ApiDocument, schema: Json): Json {
  const { $ref, ...own } = schema;
  if (typeof $ref !== 'string') return schema;
  const [kind, name] = $ref.split('/').slice(2) as [string, string];
  return { ...resolve(document, document.components[kind]![name]!), ...own };
}

function parameterRow(document: ApiDocument, { name, in: where, required, description, schema }: Json): Row {
  return {
    name: String(name),
    where: String(where),
    type: typeOf(document, schema as Json),
    required: required === true,
    html: coded(String(description ?? '')),
  };
}

/** The fields of a body, or the parts of a form. Those of nested objects are in the OpenAPI document. */
function bodyRows(document: ApiDocument, { requestBody }: Json, mediaType: string): Row[] {
  if (!requestBody) return [];
  const { schema } = (requestBody as { content: Record<string, { schema: Json }> }).content[mediaType]!;
  const whole = resolve(document, schema);
  const required = (whole['required'] as string[] | undefined) ?? [];
  return Object.entries((whole['properties'] as Record<string, Json> | undefined) ?? {}).map(([name, field]) => ({
    name,
    where: 'body',
    type: typeOf(document, field),
    required: required.includes(name),
    html: coded(String(resolve(document, field)['description'] ?? '')),
  }));
}

function typeOf(document: ApiDocument, schema: Json): string {
  const { type, enum: values, format, items, maxLength, maximum, minimum, oneOf, anyOf } = resolve(document, schema);
  const variants = (oneOf ?? anyOf) as Json[] | undefined;
  if (variants) return [...new Set(variants.map((one) => typeOf(document, one)))].join(' or ');
  if (Array.isArray(type)) return type.map((one) => typeOf(document, { ...schema, type: one })).join(' or ');
  if (Array.isArray(values) && values.length > MOST_VALUES)
    return `${values.slice(0, FIRST_VALUES).join(', ')}, … (${values.length}, in enums of GET /v1/meta)`;
  if (Array.isArray(values)) return values.join(', ');
  if (type === 'array') return `list of ${typeOf(document, (items ?? {}) as Json)}`;
  if (format === 'binary') return 'file';
  if (format === 'uuid') return 'id';
  if (format === 'date-time') return 'time';
  if (type === 'string') return maxLength === undefined ? 'text' : `text, at most ${maxLength}`;
  if (type === 'integer') return maximum === undefined ? 'number' : `number, ${minimum ?? 0} to ${maximum}`;
  return { boolean: 'true or false', object: 'object', null: 'null' }[String(type)] ?? 'any value';
}

/** A command with the recorded body. Ids and credentials are variables of the shell. */
function curlOf({ contract, method }: RouteEntry, path: string, baseUrl: string, parameters: readonly Json[]): string {
  const { body } = exampleOf(contract.operation);
  const query = parameters
    .filter((one) => one['in'] === 'query' && one['required'] === true)
    .map(({ name }) => `${String(name)}=$${String(name).toUpperCase()}`);
  const address = `"${urlOf(baseUrl, path)}${query.length > 0 ? `?${query.join('&')}` : ''}"`;
  const isUsual = method === 'GET' || (method === 'POST' && body !== undefined);
  const parts = [
    `curl ${contract.eventStream ? '-N ' : ''}${isUsual ? '' : `-X ${method} `}${address}`,
    ...headersOf(contract),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
  ];
  return parts.join(' \\\n  ');
}

/** The same request as a form, with a file. */
function formOf({ contract, method }: RouteEntry, path: string, baseUrl: string, fileField: string): string {
  const body = exampleOf(contract.operation).body as Readonly<Record<string, unknown>>;
  const [picture] = (body[fileField] ?? []) as { alt_text?: string }[];
  const texts = Object.entries(body).filter(([name, value]) => name !== 'content_base64' && typeof value === 'string');
  const fields: readonly [string, unknown][] = [
    ...texts,
    [fileField, '@photo.jpg'],
    ...(picture?.alt_text === undefined ? [] : [['alt_text', picture.alt_text] as [string, string]]),
  ];
  return [
    `curl ${method === 'POST' ? '' : `-X ${method} `}"${urlOf(baseUrl, path)}"`,
    ...headersOf(contract),
    ...fields.map(([name, value]) => `-F '${name}=${String(value).replaceAll("'", "'\\''")}'`),
  ].join(' \\\n  ');
}

function urlOf(baseUrl: string, path: string): string {
  return baseUrl + path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => `$${name.toUpperCase()}`);
}

function headersOf({ auth, profile }: RouteEntry['contract']): string[] {
  return [
    ...(auth.kind === 'credential' ? ['-H "Authorization: Bearer $KEY"'] : []),
    ...(profile.startsWith('required') ? ['-H "X-Profile-Id: $PROFILE"'] : []),
  ];
}

/** The recorded event as it arrives. */
function streamOf(operation: string): string {
  const data = exampleOf(operation).data as { type: string };
  return `id: …\nevent: ${data.type}\ndata: ${JSON.stringify(data)}\n`;
}

/** The recorded response, with one item of each list. If it is long, deep objects are left out, and at last its end. */
function responseOf(operation: string): string | null {
  const { data } = exampleOf(operation);
  if (data === undefined) return null;
  const answer = { ok: true, data, agent: { hint: '…' } };
  const texts = DEPTHS.map((depth) => JSON.stringify(shortened(answer, depth), null, 2));
  const isShort = (text: string) => text.split('\n').length <= MOST_LINES;
  return texts.find(isShort) ?? [...texts.at(-1)!.split('\n').slice(0, MOST_LINES), '…'].join('\n');
}

const DEPTHS = [9, 5, 4, 3];
const FOLDED = '…';

/** Without objects below `depth`, and without those that say nothing, such as the pictures of a profile that has none. */
function shortened(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map((item) => shortened(item, depth));
  if (value === null || typeof value !== 'object') return value;
  if (depth === 0 || isVoid(value)) return FOLDED;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shortened(field, depth - 1)]));
}

/** Whether there is nothing but null in it. */
function isVoid(value: unknown): boolean {
  if (value === null) return true;
  return typeof value === 'object' && !Array.isArray(value) && Object.values(value).every(isVoid);
}

/** Marks up what is between backticks. */
function coded(text: string): string {
  return escapeHtml(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll('\n\n', '</p><p>');
}
