import { COMMON_ERROR_CODES, ERROR_CODES, type ErrorCode } from '../core/error-codes.ts';
import { escapeHtml } from '../core/escape-html.ts';
import type { RouteEntry } from '../http/route-contract.ts';

type ErrorEntry = {
  code: string;
  message: string;
  /** With method and path as code. */
  hintHtml: string;
  /** Null: any operation can answer it. */
  operations: { name: string; href: string }[] | null;
};

export type ErrorGroup = { status: number; title: string; codes: ErrorEntry[] };

const TITLES: Readonly<Record<number, string>> = {
  400: 'The request is wrong',
  401: 'Nobody is signed in',
  403: 'Not allowed',
  404: 'Not there',
  405: 'Method not allowed',
  408: 'Too slow',
  409: 'In conflict with what is there',
  413: 'Too large',
  415: 'Of a type that is not accepted',
  417: 'Expectation failed',
  422: 'Idempotency key reused',
  429: 'Too many requests',
  431: 'Headers too large',
  500: 'A fault of the server',
  503: 'Not at the moment',
};

const COMMON = new Set<ErrorCode>(COMMON_ERROR_CODES);
const CALL = /\b(?:GET|POST|PUT|PATCH|DELETE) \/[\w/{}.-]*[\w}]/g;

/** The codes that can be met, by status, each with the operations that can answer it. `root` is the path that the site is under. */
export function errorGroups(routes: readonly RouteEntry[], root: string): ErrorGroup[] {
  const answered = new Set(routes.flatMap(({ errors }) => errors));
  const codes = (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => answered.has(code));
  const byStatus = Map.groupBy(codes, (code) => ERROR_CODES[code].status);
  return [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => ({
      status,
      title: TITLES[status] ?? '',
      codes: codes.map((code) => ({
        code,
        message: ERROR_CODES[code].message,
        hintHtml: escapeHtml(ERROR_CODES[code].hint).replaceAll(CALL, '<code>$&</code>'),
        operations: COMMON.has(code) ? null : operationsWith(code, routes, root),
      })),
    }));
}

function operationsWith(
  code: ErrorCode,
  routes: readonly RouteEntry[],
  root: string,
): { name: string; href: string }[] {
  return routes
    .filter(({ errors }) => errors.includes(code))
    .map(({ contract, schema }) => {
      const tag = (schema as { tags: string[] }).tags[0]!;
      return { name: contract.operation, href: `${root}/docs/reference#tag/${slugOf(tag)}/${contract.operation}` };
    });
}

/** As `assets/reference.js` tells the reference to name its sections. */
function slugOf(tag: string): string {
  return tag.toLowerCase().replaceAll(' ', '-');
}
