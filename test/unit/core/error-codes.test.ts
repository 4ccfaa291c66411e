import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeConfig } from '../../../src/config/config.ts';
import { conflict } from '../../../src/core/error-codes/conflict.ts';
import { credentials } from '../../../src/core/error-codes/credentials.ts';
import { forbidden } from '../../../src/core/error-codes/forbidden.ts';
import { invalid } from '../../../src/core/error-codes/invalid.ts';
import { notFound } from '../../../src/core/error-codes/not-found.ts';
import { service } from '../../../src/core/error-codes/service.ts';
import { transport } from '../../../src/core/error-codes/transport.ts';
import { COMMON_ERROR_CODES, ERROR_CODES, type ErrorCode, type ErrorSpec } from '../../../src/core/error-codes.ts';
import { LIMITS } from '../../../src/core/limits.ts';
import { apiText } from '../../../src/core/operation-text.ts';
import { buildOfflineApp } from '../../../src/offline-app.ts';
import { ROOT, sourceFiles } from '../../support/source-files.ts';
import { allEndpoints } from './endpoints.ts';

/** The published contract, maintained separately: changing or removing a code breaks clients. */
const CONTRACT: Record<number, string> = {
  400: `invalid_request invalid_json invalid_cursor profile_header_required invalid_profile_header cannot_target_self
    invalid_location too_many_images invalid_image unsupported_image_type image_too_large username_reserved empty_post
    weak_password invalid_token invalid_webhook_url`,
  401: 'credentials_required invalid_credentials expired_credentials revoked_credentials',
  403: `insufficient_scope profile_not_attached permission_denied interaction_not_allowed contact_required
    email_not_verified profile_suspended plan_limit_reached grant_budget_reached wrong_password wrong_code
    second_factor_required recent_sign_in_required approval_pending`,
  404: `account_not_found report_not_found route_not_found post_not_found profile_not_found conversation_not_found message_not_found contact_not_found
    contact_request_not_found access_grant_not_found webhook_not_found delivery_not_found api_key_not_found
    session_not_found export_not_found block_not_found notification_not_found oauth_grant_not_found
    verification_not_found operation_not_found upload_not_found appeal_not_found`,
  405: 'method_not_allowed',
  408: 'request_timeout',
  409: `username_taken email_taken already_contacts contact_request_pending contact_request_reciprocal_pending
    contact_request_cooldown contact_request_not_pending access_grant_exists same_account access_grant_not_pending
    resend_limit_reached suspended_longer verification_withdrawn post_not_pending post_changed idempotency_in_progress
    upload_incomplete appeal_not_possible last_operator operator_account
    second_factor_enabled second_factor_disabled`,
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  417: 'expectation_failed',
  422: 'idempotency_key_reused',
  429: 'rate_limited',
  431: 'headers_too_large',
  500: 'internal_error',
  503: 'service_unavailable',
};

const entries = Object.entries<ErrorSpec>(ERROR_CODES).map(
  ([code, spec]) => [code, { ...spec, hint: apiText(spec.hint) }] as const,
);
const hints = Object.fromEntries(entries.map(([code, { hint }]) => [code, hint])) as Record<ErrorCode, string>;
const endpoints = new Set(await allEndpoints());

/** Everything in a hint that looks like a path, with the preceding word. */
const LITERAL = /\b(?:GET|POST|PUT|PATCH|DELETE) \/v1\b/;

function callsOf(hint: string): { method: string; path: string }[] {
  return [...hint.matchAll(/(\S+) (\/[a-z0-9{][^\s,;:()]*)/g)].map(([, method, path]) => ({
    method: (method ?? '').replace(/^\(/, ''),
    path: (path ?? '').replace(/\.$/, ''),
  }));
}

describe('the table of error codes', () => {
  it('contains exactly the codes of the contract with their statuses', () => {
    const contract = Object.entries(CONTRACT).flatMap(([status, codes]) =>
      codes.split(/\s+/).map((code) => `${status} ${code}`),
    );
    expect(entries.map(([code, spec]) => `${spec.status} ${code}`).sort()).toEqual(contract.sort());
  });

  it('has no code in two of its parts, where one would silently win', () => {
    const parts = [invalid, credentials, forbidden, notFound, conflict, transport, service];
    const codes = parts.flatMap((part) => Object.keys(part));
    expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([]);
    expect(codes).toHaveLength(entries.length);
  });

  it.each(entries)('%s has complete sentences', (code, { message, hint }) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(message).toMatch(/^[A-Z].{10,118}\.$/);
    expect(message.match(/\. /g)).toBeNull();
    expect(hint).toMatch(/^[A-Z].{40,400}\.$/);
    expect((hint.match(/\. [A-Z]/g) ?? []).length, 'at most two sentences').toBeLessThanOrEqual(1);
    expect(`${message}${hint}`).toMatch(/^[\x20-\x7e]+$/);
  });

  it.each(entries)('%s sends agents only to existing operations', (_code, { hint }) => {
    const unknown = callsOf(hint).filter(({ method, path }) => !endpoints.has(`${method} ${path}`));
    expect(unknown).toEqual([]);
    expect(hint.match(/(?<![\w}])\/[a-z]/g) ?? [], 'every path has its method').toHaveLength(callsOf(hint).length);
  });

  it('finds the calls that it checks', () => {
    expect(callsOf('A (POST /v1/a/{b_id}), or GET /v1/c; and PUT /v1/d.')).toEqual([
      { method: 'POST', path: '/v1/a/{b_id}' },
      { method: 'GET', path: '/v1/c' },
      { method: 'PUT', path: '/v1/d' },
    ]);
  });

  it('returns the same 404 for hidden and missing objects', () => {
    for (const [code, { message }] of Object.entries<ErrorSpec>(notFound)) {
      expect(message, code).toMatch(/^(There is no|The acting profile has no|There is nothing)/);
    }
  });

  it('distinguishes the four failures of a credential by what to do', () => {
    const all = Object.keys(credentials).map((code) => hints[code as ErrorCode]);
    expect(new Set(all).size).toBe(4);
    expect(hints.credentials_required).toContain('Authorization: Bearer');
    expect(hints.invalid_credentials).toContain('POST /v1/account/sessions');
    expect(hints.expired_credentials).toContain('if the key was rotated');
    expect(hints.revoked_credentials).toContain('stop sending it');
  });

  it('tells a caller without a profile how to get one', () => {
    expect(hints.profile_header_required).toContain('POST /v1/profiles');
  });

  it('says that temporary failures can be repeated safely', () => {
    for (const code of [
      'request_timeout',
      'internal_error',
      'service_unavailable',
      'idempotency_in_progress',
    ] as const) {
      expect(hints[code], code).toContain('same Idempotency-Key');
    }
    for (const code of ['rate_limited', 'service_unavailable', 'grant_budget_reached'] as const) {
      expect(hints[code], code).toContain('agent.retry_after_seconds');
    }
  });

  it("names the service's limits", () => {
    expect(hints.payload_too_large).toContain(`${LIMITS.body.default_bytes / 1024} KiB`);
    expect(hints.payload_too_large).toContain(`${LIMITS.body.post_images_bytes / 1024 / 1024} MiB`);
    expect(hints.image_too_large).toContain(LIMITS.image.max_bytes.toLocaleString('en'));
    expect(hints.image_too_large).toContain(LIMITS.image.max_pixels.toLocaleString('en'));
    expect(hints.image_too_large).toContain(LIMITS.image.max_side_px.toLocaleString('en'));
    expect(hints.too_many_images).toContain(`at most ${LIMITS.image.max_per_post} images`);
    expect(hints.weak_password).toContain(`${LIMITS.password.min_length} to ${LIMITS.password.max_length}`);
    expect(hints.username_reserved).toContain(`${LIMITS.username.min_length} to ${LIMITS.username.max_length}`);
    expect(hints.resend_limit_reached).toContain(`all ${LIMITS.access_grant.max_resends} `);
  });

  it('lists as common only codes that are not specific to one operation', () => {
    expect(new Set(COMMON_ERROR_CODES).size).toBe(COMMON_ERROR_CODES.length);
    expect(new Set(COMMON_ERROR_CODES.map((code) => ERROR_CODES[code].status))).toEqual(
      new Set([404, 405, 408, 409, 413, 415, 417, 422, 429, 431, 500, 503]),
    );
  });
});

describe('the current service', () => {
  let app: Awaited<ReturnType<typeof buildOfflineApp>>;
  beforeAll(async () => {
    app = await buildOfflineApp(makeConfig({}));
  });
  afterAll(() => app.close());

  const isThere = ({ method, path }: { method: string; path: string }) =>
    app.hasRoute({ method: method as 'GET', url: path.replace(/\{(\w+)\}/g, ':$1') });

  it('has a known set of returnable codes', () => {
    const answered = new Set<string>([...COMMON_ERROR_CODES, ...app.routes.flatMap(({ errors }) => errors)]);
    expect(entries.flatMap(([code]) => (answered.has(code) ? [] : [code]))).toEqual([]);
  });

  it.each(entries)('%s says how to recover', (_code, { hint }) => {
    expect(callsOf(hint).filter((call) => !isThere(call))).toEqual([]);
    expect(hint).not.toMatch(/reset link/);
  });

  it.each(entries)('%s names operations by reference', (code) => {
    expect(JSON.stringify(ERROR_CODES[code as ErrorCode])).not.toMatch(LITERAL);
  });

  it('names operations in hints and descriptions by reference only, so that each name is checked', () => {
    const literal: string[] = [];
    let referring = 0;
    for (const file of sourceFiles('src/{areas,auth}/**/*.ts').filter((name) => !/schemas[\w-]*\.ts$/.test(name))) {
      const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
      const code = lines.filter((line) => !/^\s*(\*|\/\/|\/\*\*)/.test(line));
      literal.push(...code.filter((line) => LITERAL.test(line)).map((line) => `${file}: ${line}`));
      referring += code.filter((line) => /\b(op|action)\('/.test(line)).length;
    }
    expect(literal).toEqual([]);
    expect(referring).toBeGreaterThan(100);
  });

  it('names only existing operations in comments, mails and commands', () => {
    const wrong: string[] = [];
    let found = 0;
    for (const file of sourceFiles('src/{areas,auth,commands,http,mail}/**/*.ts')) {
      const text = readFileSync(join(ROOT, file), 'utf8');
      const named = [...text.matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/[a-z0-9/_{}.-]*)/g)];
      for (const [, method = '', path = ''] of named) {
        found++;
        const plain = path
          .replace(/\?.*/, '')
          .replace(/\$\{[^}]*\}/g, '{}')
          .replace(/(?<=.)[/.]$/, '');
        const shape = (word: string) => word.replace(/:\w+|\{\w*\}/g, '{}');
        const known = app.routes.some((route) => route.method === method && shape(route.url) === shape(plain));
        if (!known && !isThere({ method, path: plain })) wrong.push(`${file}: ${method} ${path}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(found).toBeGreaterThan(10);
  });
});
