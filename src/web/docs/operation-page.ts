import { COMMON_ERROR_CODES, ERROR_CODES, type ErrorCode } from '../../core/error-codes.ts';
import { exampleOf } from '../../http/examples.ts';
import type { RouteEntry } from '../../http/route-contract.ts';
import { type ApiDocument, bodyRows, coded, parameterRow, resolve, responseRows } from './operation-fields.ts';
import { errorPath, operationPath, tagSlug } from './route-tables.ts';

type Json = { [key: string]: unknown };

const COMMON = new Set<ErrorCode>(COMMON_ERROR_CODES);
/** Lines of the example of a response. */
const MOST_LINES = 80;

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
    answer: responseRows(document, operation, `${baseUrl}/docs/events`),
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
