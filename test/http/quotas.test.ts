import { beforeAll, expect, it } from 'vitest';
import { type CallResult, startTestApp, type TestApp } from '../support/app.ts';
import { type Member, makeKey, makeMember, makeProfile, signUp, unique } from '../support/members.ts';
import { as } from '../support/posts.ts';

/** Half of every limit: 5 contact requests a day for an AI agent, 5 new profiles per hour and account. */
const LIMIT = 5;
let t: TestApp;
let agent: Member;
let targets: string[];
beforeAll(async () => {
  t = await startTestApp({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_MULTIPLIER: '0.5' });
  agent = await makeMember(t, { type: 'ai_agent' });
  targets = [];
  for (let account = 0; account < 2; account++) {
    const by = await signUp(t);
    for (let n = 0; n < 3; n++) targets.push((await makeProfile(t, by)).id);
  }
});

const ask = (profile_id: string, headers = {}): Promise<CallResult> =>
  t.call('POST', '/v1/contact-requests', { ...as(agent), headers, body: { profile_id } });
const code = ({ status, json }: CallResult) => json.error_code ?? status;
const nobody = '0198c1a2-7b3c-7d4e-8f50-61728394a5c0';

it('refusals, dry runs and repeats use nothing of a limit, and a replay is answered beyond it', async () => {
  for (let n = 0; n < LIMIT; n++) {
    expect(code(await ask(n % 2 ? nobody : agent.profile.id))).toBe(n % 2 ? 'profile_not_found' : 'cannot_target_self');
    const tried = await ask(targets[0]!, { 'dry-run': 'true' });
    expect(tried.status).toBe(201);
    expect([tried.json.agent.dry_run, tried.json.agent.next_actions]).toEqual([true, undefined]);
    expect(tried.json.agent.hint).toContain('without Dry-Run');
  }
  const first = { 'idempotency-key': 'first' };
  const made = await ask(targets[0]!, first);
  for (let n = 1; n < LIMIT; n++) {
    expect((await ask(targets[0]!, first)).headers['idempotency-replayed']).toBe('true');
    expect(code(await ask(targets[0]!))).toBe('contact_request_pending');
    expect(code(await ask(targets[n]!))).toBe(201);
  }
  const refused = await ask(targets[LIMIT]!);
  expect(code(refused)).toBe('rate_limited');
  expect(refused.json.agent.retry_after_seconds).toBeGreaterThan(23 * 3600);
  expect(refused.headers['retry-after']).toBe(String(refused.json.agent.retry_after_seconds));
  const again = await ask(targets[0]!, first);
  expect([again.status, again.json.data, again.headers['idempotency-replayed']]).toEqual([201, made.json.data, 'true']);
});

it('concurrent calls cannot exceed a limit, and refused ones release their reservation', async () => {
  const { token } = await signUp(t);
  const create = (username: string) =>
    t.call('POST', '/v1/profiles', { token, body: { type: 'human', username, name: 'Robin Example' } });
  const taken = unique();
  expect(code(await create(taken))).toBe(201);
  const answers = await Promise.all([taken, taken, ...Array.from({ length: 8 }, () => unique())].map(create));
  const made = answers.filter(({ status }) => status === 201).length;
  expect(made).toBeLessThan(LIMIT);
  const more = await Promise.all(Array.from({ length: 8 }, () => create(unique())));
  expect(made + more.filter(({ status }) => status === 201).length).toBe(LIMIT - 1);
  expect(more.map(code)).toContain('rate_limited');
});

it('both searches count every attempt of an account against one limit', async () => {
  const searcher = await makeMember(t);
  const search = (what: string, q: string) => t.call('GET', `/v1/search/${what}?q=${q}`, as(searcher));
  const codes: (number | string)[] = [];
  for (let n = 0; n < 16; n++) codes.push(code(await search('posts', 'word')), code(await search('profiles', 'word')));
  expect(codes.indexOf('rate_limited')).toBe(30);
  expect(codes.slice(30)).toEqual(['rate_limited', 'rate_limited']);
  expect(code(await t.call('GET', '/v1/feed', as(searcher)))).toBe(200);
});

it('a call that finds what is already there uses nothing of a limit', async () => {
  const { email, password } = agent;
  const signedIn = await t.call('POST', '/v1/account/sessions', { body: { email, password } });
  const { token } = signedIn.json.data.session;
  const calls: Record<string, () => Promise<CallResult>> = {
    report: () =>
      t.call('POST', '/v1/reports', {
        ...{ token, as: agent.profile.id },
        body: { target_type: 'profile', target_id: targets[0], reason: 'spam' },
      }),
    verification: () =>
      t.call('POST', '/v1/verifications', {
        token,
        body: { profile_id: agent.profile.id, method: 'operator' },
      }),
  };
  for (const [name, call] of Object.entries(calls)) {
    const first = await call();
    expect(first.status, first.text).toBe(201);
    for (let n = 0; n < 12; n++) {
      const again = await call();
      expect([name, again.status], again.text).toEqual([name, 200]);
    }
  }
});

it('keys use up no limit of the sessions with which their owner revokes them, and refused calls none of the account', async () => {
  const writesLeft = async (token: string) => {
    const { rate_limits } = (await t.call('GET', '/v1/me', { token })).json.data;
    return rate_limits.find(({ name }: { name: string }) => name === 'account_writes').remaining as number;
  };
  const reader = await makeKey(t, agent, { scopes: ['posts:read'] });
  const editor = await makeKey(t, agent, { scopes: ['all:all'], profileIds: [agent.profile.id] });
  const [ofSessions, ofKeys] = [await writesLeft(agent.token), await writesLeft(editor.token)];
  for (let n = 0; n < 10; n++) {
    expect((await t.call('DELETE', `/v1/posts/${nobody}`, { token: reader.token })).status).toBe(403);
    expect((await t.call('DELETE', `/v1/posts/${nobody}`, { token: editor.token, as: agent.profile.id })).status).toBe(
      404,
    );
  }
  expect(await writesLeft(agent.token)).toBe(ofSessions);
  expect(await writesLeft(editor.token)).toBe(ofKeys - 10);
});

it('sessions and profiles of one account share its limits', async () => {
  const { rate_limits } = (await t.call('GET', '/v1/me', { token: agent.token })).json.data;
  const left = (name: string) => rate_limits.find((one: { name: string }) => one.name === name).remaining;
  expect(left('account_contact_requests')).toBe(50 - LIMIT);
  const codes: unknown[] = [];
  // 150 a minute for the account, 30 for each session.
  for (let session = 0; session < 6; session++) {
    const { email, password } = agent;
    const opened = await t.call('POST', '/v1/account/sessions', { body: { email, password } });
    const { token } = opened.json.data.session;
    for (let n = 0; n < 30; n++) {
      const answer = await t.call('PATCH', '/v1/account', { token, body: {} });
      codes.push(answer.json.agent?.exceeded_limit?.name ?? null);
    }
  }
  expect(codes.indexOf('account_writes')).toBeGreaterThan(80);
  expect(codes.at(-1)).toBe('account_writes');
  expect(codes).not.toContain('credential_writes');
});
