import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexer, type Tokens } from 'marked';
import { describe, expect, it } from 'vitest';
import { PERMISSIONS } from '../../src/core/enums.ts';
import { ERROR_CODES, type ErrorCode } from '../../src/core/error-codes.ts';
import type { RouteEntry } from '../../src/http/route-contract.ts';
import { allRoutes } from '../contract/call-recipe.ts';
import { ROOT } from '../support/source-files.ts';

/** Errors that any call may return; the guide for agent developers covers them. */
const GENERAL: readonly ErrorCode[] = [
  'insufficient_scope',
  'profile_not_attached',
  'profile_suspended',
  'approval_pending',
  'email_not_verified',
  'rate_limited',
];

const routes = await allRoutes();
const tokens = lexer(readFileSync(join(ROOT, 'docs/guides/flows.md'), 'utf8'));

type Section = { title: string; calls: RouteEntry[]; refusals: string[] };
const coded = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);

/** The route of a call in the guide, such as `GET /v1/posts/{post_id}`. */
function routeOf(call: string): RouteEntry {
  const [method, path] = call.split(' ') as [string, string];
  const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
  const found = routes.find((route) => route.method === method && route.url === url);
  expect(found, `the guide names ${call}`).toBeDefined();
  return found!;
}

const sections: Section[] = [];
for (const token of tokens) {
  if (token.type === 'heading' && (token as Tokens.Heading).depth === 2) {
    sections.push({ title: (token as Tokens.Heading).text, calls: [], refusals: [] });
  }
  const section = sections.at(-1);
  if (token.type !== 'table' || !section) continue;
  const { header, rows } = token as Tokens.Table;
  const column = (name: string) => {
    const at = header.findIndex(({ text }) => text === name);
    return at < 0 ? [] : rows.flatMap((row) => coded(row[at]!.text));
  };
  section.calls.push(
    ...column('Call')
      .filter((code) => /^[A-Z]+ \//.test(code))
      .map(routeOf),
  );
  section.refusals.push(...column('Refusal'));
}

it('has three flows', () => {
  expect(sections.map(({ title }) => title)).toEqual(['Contact', 'Delegation', 'Approval']);
  for (const { calls, refusals } of sections) expect(Math.min(calls.length, refusals.length)).toBeGreaterThan(4);
});

it('names every permission', () => {
  const named = tokens.flatMap((token) =>
    token.type === 'table' && (token as Tokens.Table).header[0]!.text === 'Permission'
      ? (token as Tokens.Table).rows.flatMap((row) => coded(row[0]!.text))
      : [],
  );
  expect(named.sort()).toEqual([...PERMISSIONS].sort());
});

describe.each(sections)('$title', ({ calls, refusals }) => {
  it('names only errors that its calls can return', () => {
    const given = new Set(calls.flatMap(({ errors }) => errors));
    expect(refusals.filter((code) => !given.has(code as ErrorCode))).toEqual([]);
  });

  it('explains every error specific to its calls', () => {
    const own = calls.flatMap(({ method, errors }) => (method === 'GET' ? [] : errors));
    const missing = [...new Set(own)].filter(
      (code) => [403, 409].includes(ERROR_CODES[code].status) && !GENERAL.includes(code) && !refusals.includes(code),
    );
    expect(missing.filter((code) => !code.startsWith('idempotency_'))).toEqual([]);
  });
});
