import { COMMON_ERROR_CODES, ERROR_CODES, type ErrorCode } from '../../core/error-codes.ts';
import { escapeHtml } from '../../core/escape-html.ts';
import { apiText } from '../../core/operation-text.ts';
import type { RouteEntry } from '../../http/route-contract.ts';
import { operationPath } from './route-tables.ts';

type ErrorEntry = {
  code: string;
  message: string;
  /** Methods and paths are marked up as code. */
  hintHtml: string;
  /** Null: any operation can return it. */
  operations: { name: string; href: string }[] | null;
};

export type ErrorGroup = { status: number; title: string; codes: ErrorEntry[] };

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Request timeout',
  409: 'Conflict',
  413: 'Too large',
  415: 'Unsupported type',
  417: 'Expectation failed',
  422: 'Idempotency key reused',
  429: 'Too many requests',
  431: 'Headers too large',
  500: 'Server error',
  503: 'Unavailable',
};

const COMMON = new Set<ErrorCode>(COMMON_ERROR_CODES);
const CALL = /\b(?:GET|POST|PUT|PATCH|DELETE) \/[\w/{}.-]*[\w}]/g;

/** All codes that operations can return, by status, each with these operations. `root` is the path of the site. */
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
        hintHtml: escapeHtml(apiText(ERROR_CODES[code].hint)).replaceAll(CALL, '<code>$&</code>'),
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
    .map(({ contract: { operation } }) => ({ name: operation, href: root + operationPath(operation) }));
}
