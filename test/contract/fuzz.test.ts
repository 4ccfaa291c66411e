import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { RouteEntry } from '../../src/http/route-contract.ts';
import { type CallResult, startTestApp, type TestApp } from '../support/app.ts';
import { makeKey } from '../support/members.ts';
import { nasty, requestArbitrary } from './arbitraries.ts';
import { allRoutes } from './call-recipe.ts';
import { makeWorld, spareProfile, type World } from './world.ts';

/**
 * Requests generated from the schemas of all operations, valid and invalid: no response is a 5xx, and each failure has
 * a code of the operation's table. `FUZZ_RUNS=20000 npx vitest run test/contract/fuzz.test.ts` for a long run, with
 * `FUZZ_SEED` for another one; `npm run test:long` has 2,500.
 */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121);
const MS_PER_RUN = 100;

type Request = { url: string; body: unknown; headers: Record<string, string> };

const routes = await allRoutes();
/** Scales with the number of operations. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 5 * routes.length);
let t: TestApp;
let w: World;
/** Existing ids by path parameter. */
let named: Record<string, string[]>;
let known: string[];
let tokens: string[];

beforeAll(async () => {
  t = await startTestApp({}, { watchesTexts: false });
  w = await makeWorld(t);
  const session = await t.call('POST', '/v1/account/sessions', {
    body: { email: w.me.email, password: w.me.password },
  });
  const [mine, theirs] = [w.me, w.stranger].map(({ token, profile }) => ({ token, as: profile.id }));
  const asked = await t.call('POST', '/v1/contact-requests', { ...theirs, body: { profile_id: w.me.profile.id } });
  const opened = await t.call('POST', '/v1/conversations/direct', {
    ...mine,
    body: { profile_id: w.stranger.profile.id },
  });
  const conversationId = opened.json.data.conversation.id;
  const sent = await t.call('POST', `/v1/conversations/${conversationId}/messages`, {
    ...mine,
    body: { body: 'Hello' },
  });
  // Objects that may be changed or removed at random. The calling member, its session and its keys are not among them.
  named = {
    post_id: [
      await w.post(w.me),
      await w.post(w.me, { status: 'draft' }),
      await w.post(w.stranger),
      await w.post(w.stranger, { visibility: 'contacts' }),
    ],
    profile_id: [await spareProfile(w), w.stranger.profile.id, w.stranger.profile.username],
    api_key_id: [(await makeKey(t, w.me)).id, (await makeKey(t, w.stranger)).id],
    session_id: [session.json.data.session.id, w.stranger.sessionId],
    contact_request_id: [asked.json.data.contact_request.id],
    conversation_id: [conversationId],
    message_id: [sent.json.data.message.id],
    operation: routes.map(({ contract }) => contract.operation),
  };
  const { operation: _, ...objects } = named;
  known = Object.values(objects).flat();
  tokens = [w.me.token, w.keys.full.token, (await w.keyWith(['posts:read'])).token, w.keys.expired.token, 'nonsense'];
});

function requestOf(route: RouteEntry): fc.Arbitrary<Request> {
  const { params, querystring } = route.schema;
  const { body } = route;
  const words = [...route.url.matchAll(/:(\w+)/g)].map(([, name]) => pathSegment(named[name!] ?? known));
  return fc
    .record({
      path: fc.tuple(...words),
      query: querystring ? requestArbitrary(querystring, known) : fc.constant({}),
      body: body ? requestArbitrary(body, known) : fc.constant(undefined),
      headers: headers(),
    })
    .map(({ path, query, body: sent, headers: given }) => {
      let at = 0;
      const url = params
        ? route.url.replace(/:\w+/g, () => encodeURIComponent(path[at++]!.toWellFormed()) || '-')
        : route.url;
      return { url: url + queryString(query), body: sent, headers: given };
    });
}

function pathSegment(ofItsKind: string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { arbitrary: fc.constantFrom(...ofItsKind), weight: 5 },
    { arbitrary: fc.constantFrom(...known), weight: 1 },
    { arbitrary: nasty, weight: 1 },
  );
}

function headers(): fc.Arbitrary<Record<string, string>> {
  const token = fc.oneof(
    { arbitrary: fc.constantFrom(tokens[0]!, tokens[1]!), weight: 6 },
    { arbitrary: fc.constantFrom(...tokens), weight: 1 },
  );
  const profile = fc.oneof(
    { arbitrary: fc.constant(w.me.profile.id), weight: 6 },
    { arbitrary: fc.constantFrom(...known, 'x'), weight: 1 },
  );
  return fc.record(
    {
      authorization: token.map((value) => `Bearer ${value}`),
      'x-profile-id': profile,
      'idempotency-key': fc.constantFrom('a', 'b', 'key with blanks', 'x'.repeat(256)),
      'dry-run': fc.constantFrom('true', 'false', 'true', 'maybe'),
    },
    { requiredKeys: ['authorization', 'x-profile-id'] },
  );
}

function queryString(query: unknown): string {
  if (typeof query !== 'object' || query === null) return '';
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(String(value).toWellFormed())}`,
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function judge(route: RouteEntry, { status, json, text }: CallResult): void {
  expect(status, text).toBeLessThan(500);
  if (status >= 400) expect(route.errors, `${route.contract.operation} answered ${text}`).toContain(json.error_code);
}

it(
  `answers ${RUNS} generated requests without a 5xx and with declared codes`,
  async () => {
    const byOperation = new Map(routes.map((route) => [route.contract.operation, route]));
    const request = fc
      .constantFrom(...byOperation.keys())
      .chain((operation) =>
        fc.record({ operation: fc.constant(operation), request: requestOf(byOperation.get(operation)!) }),
      );
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(request, async ({ operation, request: { url, body, headers: given } }) => {
        const route = byOperation.get(operation)!;
        const answer = await t.call(route.method, url, {
          headers: { ...given, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
          body: body === undefined ? undefined : JSON.stringify(body),
        });
        const kind = `${operation} ${answer.status < 300 ? 'done' : 'refused'}`;
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
        judge(route, answer);
      }),
      { numRuns: RUNS, seed: SEED },
    );
    const succeeded = [...seen.keys()].filter((kind) => kind.endsWith('done')).length;
    // If authentication refused everything, the test would prove nothing.
    const most = RUNS < 15 * routes.length ? routes.length / 4 : routes.length / 2;
    expect(succeeded, JSON.stringify([...seen])).toBeGreaterThan(most);
  },
  RUNS * MS_PER_RUN + 60_000,
);
