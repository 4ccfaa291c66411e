import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { suspendAccount } from '../../../src/areas/account/suspension.ts';
import { startDispatcher } from '../../../src/events/dispatcher.ts';
import { endGrant, granted } from '../../support/access.ts';
import { type CallOptions, startTestApp, type TestApp } from '../../support/app.ts';
import { atEndOfFile } from '../../support/end-of-file.ts';
import { type OpenStream, openStream, writeEvents } from '../../support/event-streams.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../../support/members.ts';
import { makeGrant } from '../../support/oauth-grants.ts';
import { ctxOf, makeOperator } from '../../support/operator.ts';
import { as } from '../../support/posts.ts';
import { startSecondProcess } from '../../support/second-process.ts';

const MAX_STREAMS = 60;
const KEY_MS = 3_600_000;

let t: TestApp;
let second: TestApp;
let address: string;
beforeAll(async () => {
  t = await startTestApp({ MAX_EVENT_STREAMS: String(MAX_STREAMS) });
  address = await t.app.listen({ host: '127.0.0.1', port: 0 });
  second = await startSecondProcess(t);
  const dispatcher = startDispatcher(t.deps);
  atEndOfFile(() => dispatcher.stop());
});

const opened: OpenStream[] = [];
const open = async (by: Parameters<typeof openStream>[1], query?: string, at = address) => {
  const stream = await openStream(at, by, query);
  opened.push(stream);
  return stream;
};
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close();
});
const receives = (stream: OpenStream, expected: unknown[]) =>
  expect.poll(() => stream.numbers(), { timeout: 10_000, interval: 20 }).toEqual(expected);
const addressOf = ({ app }: TestApp) => `http://127.0.0.1:${(app.server.address() as { port: number }).port}`;
/** A call that takes a right away, in another process. */
const calls = async (method: string, path: string, options: CallOptions) => {
  const answer = await second.call(method, path, options);
  expect([200, 201], answer.text).toContain(answer.status);
};

type Opened = { by: CallOptions; loses: () => Promise<unknown> };
const LOSSES: Record<string, (member: Member) => Promise<Opened>> = {
  'a revoked key': async (member) => {
    const key = await makeKey(t, member, { profileIds: [member.profile.id] });
    return { by: key, loses: () => calls('DELETE', `/v1/api-keys/${key.id}`, { token: member.token }) };
  },
  'a key without the scope': async (member) => {
    const key = await makeKey(t, member, { profileIds: [member.profile.id] });
    const body = { scopes: ['posts:read'] };
    return { by: key, loses: () => calls('PATCH', `/v1/api-keys/${key.id}`, { token: member.token, body }) };
  },
  'a key without the acting profile': async (member) => {
    const key = await makeKey(t, member, { profileIds: [member.profile.id] });
    const other = await makeProfile(t, member);
    const body = { profile_ids: [other.id] };
    return {
      by: { token: key.token, as: member.profile.id },
      loses: () => calls('PATCH', `/v1/api-keys/${key.id}`, { token: member.token, body }),
    };
  },
  'a key that has expired': async (member) => {
    const expiresAt = new Date(t.clock.now().getTime() + KEY_MS);
    const key = await makeKey(t, member, { profileIds: [member.profile.id], expiresAt });
    return { by: key, loses: async () => t.clock.advance(KEY_MS) };
  },
  'a session that has ended': async (member) => ({
    by: member,
    loses: () => calls('DELETE', '/v1/account/sessions/current', { token: member.token }),
  }),
  'an ended OAuth grant': async (member) => {
    const grant = await makeGrant(t, member, { scopes: ['notifications:read'] });
    return { by: grant, loses: () => calls('DELETE', `/v1/oauth-grants/${grant.id}`, { token: member.token }) };
  },
  'a suspended account': async (member) => ({
    by: member,
    loses: async () => {
      const operator = await makeMember(t);
      await makeOperator(t, operator);
      const ctx = await ctxOf(second, operator.token);
      await suspendAccount(ctx, { accountId: member.accountId, reason: 'Because' });
    },
  }),
  'a deleted acting profile': async (member) => ({
    by: as(member),
    loses: () => calls('DELETE', `/v1/profiles/${member.profile.id}`, { token: member.token }),
  }),
  'an ended access grant to the acting profile': async (member) => {
    const owner = await makeMember(t);
    const id = await granted(t, owner, member, ['profile_editing']);
    return { by: { token: member.token, as: owner.profile.id }, loses: () => endGrant(second, owner, id) };
  },
};

/** A second, and time for a busy machine. The cache of credentials alone would take 30 s. */
const SOON_MS = 5000;

describe('a stream ends within a second after the loss of its right', () => {
  it.each(Object.entries(LOSSES))('%s', async (_name, make) => {
    const member = await makeMember(t);
    const { by, loses } = await make(member);
    const stream = await open(by);
    expect(stream.status).toBe(200);
    await loses();
    const lostAt = performance.now();
    await stream.ended;
    expect(performance.now() - lostAt).toBeLessThan(SOON_MS);
    expect((await open(by)).json.ok).toBe(false);
  });

  it('even while it is not notified of changes', async () => {
    const member = await makeMember(t);
    const key = await makeKey(t, member, { profileIds: [member.profile.id] });
    const [ending, staying] = [await open(key), await open(as(member))];
    t.deps.credentialCache.setListening(false);
    try {
      const now = t.clock.now();
      await t.pool.query('update credential_secrets set expires_at = $1 where credential_id = $2', [now, key.id]);
      const lostAt = performance.now();
      await ending.ended;
      expect(performance.now() - lostAt).toBeLessThan(SOON_MS);
      expect(staying.isEnded()).toBe(false);
    } finally {
      t.deps.credentialCache.setListening(true);
    }
  });
});

it('a ticket opens the stream of its profile only, whichever profile a header names', async () => {
  const member = await makeMember(t);
  const other = await makeProfile(t, member);
  const { ticket } = (await t.call('POST', '/v1/events/stream-tickets', as(member))).json.data;
  const openAs = (profileId: string) => t.call('GET', `/v1/events/stream?ticket=${ticket}`, { as: profileId });
  const refused = await openAs(other.id);
  expect([refused.status, refused.json.error_code]).toEqual([403, 'profile_not_attached']);
  expect(refused.json.agent.hint).toContain('ticket is for another profile');
  expect(refused.text, 'names no profile of the credential').not.toContain(other.id);
  expect((await openAs('someone')).json.error_code).toBe('invalid_profile_header');
  const headers = { 'x-profile-id': member.profile.id.toUpperCase() };
  const stream = await fetch(`${address}/v1/events/stream?ticket=${ticket}`, { headers });
  expect(stream.status).toBe(200);
  await stream.body!.cancel();
});

it('a ticket without a profile opens the stream of all, or of the one in the header', async () => {
  const member = await makeMember(t);
  const { ticket } = (await t.call('POST', '/v1/events/stream-tickets', { token: member.token })).json.data;
  const headers = { 'x-profile-id': member.profile.id };
  const stream = await fetch(`${address}/v1/events/stream?ticket=${ticket}`, { headers });
  expect(stream.status).toBe(200);
  await stream.body!.cancel();
});

it('a stream continues with the other profiles when access to one ends', async () => {
  const [manager, owner] = [await makeMember(t), await makeMember(t)];
  const id = await granted(t, owner, manager, ['profile_editing']);
  const stream = await open({ token: manager.token });
  await writeEvents(t, owner.profile.id, { from: 1 });
  await writeEvents(t, manager.profile.id, { from: 2 });
  await receives(stream, [1, 2]);
  await endGrant(second, owner, id);
  await expect.poll(() => stream.events().some(({ type }) => type === 'access_grant.revoked')).toBe(true);
  await writeEvents(t, owner.profile.id, { from: 3 });
  await writeEvents(t, manager.profile.id, { from: 4 });
  await expect.poll(() => stream.numbers().at(-1)).toBe(4);
  expect(stream.numbers()).not.toContain(3);
});

describe('the number of streams', () => {
  it('is limited for each credential', async () => {
    const member = await makeMember(t);
    await expect.poll(() => t.deps.eventStreams.size).toBe(0);
    const streams = await Promise.all([1, 2, 3, 4, 5].map(() => open(as(member))));
    expect((await t.call('GET', '/metrics')).text).toContain('\npronet_events_streams 5\n');
    const refused = await open(as(member));
    expect([refused.status, refused.json.error_code]).toEqual([429, 'rate_limited']);
    expect(refused.json.agent).toMatchObject({ exceeded_limit: { name: 'stream', max: 5 }, retry_after_seconds: 5 });
    expect(refused.headers.get('retry-after')).toBe('5');
    // A browser can't read that of the stream.
    const ticket = () => t.call('POST', '/v1/events/stream-tickets', as(member));
    const { status, json, headers } = await ticket();
    expect([status, json.error_code, headers['retry-after']]).toEqual([429, 'rate_limited', '5']);
    expect((await open(await makeKey(t, member))).status).toBe(200);
    streams[0]!.close();
    await expect.poll(async () => (await ticket()).status).toBe(201);
    expect((await open(as(member))).status).toBe(200);
  });

  it('is limited for each account', async () => {
    const member = await makeMember(t);
    await expect.poll(() => t.deps.eventStreams.size).toBe(0);
    const keys = await Promise.all([1, 2, 3, 4].map(() => makeKey(t, member)));
    const opened = await Promise.all(keys.flatMap((key) => [1, 2, 3, 4, 5].map(() => open(key))));
    expect(opened.map(({ status }) => status)).toEqual(Array(20).fill(200));
    await expect.poll(() => t.deps.eventStreams.size).toBe(20);
    const refused = await open(as(member));
    expect([refused.status, refused.json.error_code]).toEqual([429, 'rate_limited']);
    expect(refused.json.agent.exceeded_limit).toEqual({ name: 'stream', per: 'account', max: 20 });
    expect((await open(as(await makeMember(t)))).status).toBe(200);
  });

  it('is limited for the process', async () => {
    await expect.poll(() => t.deps.eventStreams.size).toBe(0);
    const leaves = Array.from({ length: MAX_STREAMS }, (_, n) =>
      t.deps.eventStreams.enter({ credential: `other ${n}`, account: `other ${n}` }),
    );
    const { status, json } = await open(as(await makeMember(t)));
    expect([status, json.error_code]).toEqual([503, 'service_unavailable']);
    for (const leave of leaves) if (typeof leave === 'function') leave();
  });
});

describe('a ticket', () => {
  const ticketOf = async (by: CallOptions) => {
    const { status, json } = await t.call('POST', '/v1/events/stream-tickets', by);
    expect(status).toBe(201);
    return json.data as { ticket: string; expires_at: string };
  };

  it('opens one stream, in any process, for the profile that requested it', async () => {
    const member = await makeMember(t);
    const other = await makeProfile(t, member);
    const { ticket, expires_at } = await ticketOf(as(member));
    expect(new Date(expires_at).getTime() - t.clock.now().getTime()).toBeGreaterThan(58_000);
    const stream = await open({}, `ticket=${ticket}`, addressOf(second));
    expect(stream.status).toBe(200);
    await writeEvents(t, other.id, { from: 1 });
    await writeEvents(t, member.profile.id, { from: 2 });
    await receives(stream, [2]);
    const again = await open({}, `ticket=${ticket}`);
    expect([again.status, again.json.error_code]).toEqual([400, 'invalid_token']);
  });

  it('ends with its credential, and its stream too', async () => {
    const member = await makeMember(t);
    const key = await makeKey(t, member, { profileIds: [member.profile.id] });
    const [used, unused] = [await ticketOf(key), await ticketOf(key)];
    const stream = await open({}, `ticket=${used.ticket}`);
    await calls('DELETE', `/v1/api-keys/${key.id}`, { token: member.token });
    await stream.ended;
    expect((await open({}, `ticket=${unused.ticket}`)).json.error_code).toBe('revoked_credentials');
  });

  it('is not used up by a stream that is refused', async () => {
    const member = await makeMember(t);
    const { ticket } = await ticketOf(as(member));
    const full = await Promise.all(Array.from({ length: 5 }, () => open(as(member))));
    expect((await open({}, `ticket=${ticket}`)).json.error_code).toBe('rate_limited');
    full[0]!.close();
    await expect.poll(async () => (await open({}, `ticket=${ticket}`)).status, { timeout: 10_000 }).toBe(200);
    expect((await open({}, `ticket=${ticket}`)).json.error_code).toMatch(/invalid_token|rate_limited/);
  });

  it('is refused after a minute, next to a credential, and elsewhere', async () => {
    const member = await makeMember(t);
    const { ticket } = await ticketOf(as(member));
    const { json } = await open(as(member), `ticket=${ticket}`);
    expect(json.agent.fields).toEqual([{ path: 'query.ticket', rule: 'not_with_authorization' }]);
    expect((await t.call('GET', `/v1/events?ticket=${ticket}`)).json.error_code).toBe('credentials_required');
    t.clock.advance(60_000);
    expect((await open({}, `ticket=${ticket}`)).json.error_code).toBe('invalid_token');
    expect((await open({}, 'ticket=nonsense')).json.error_code).toBe('invalid_token');
  });
});

it('a server with fifty open streams stops at once, and spreads their reconnects', async () => {
  const members = await Promise.all(Array.from({ length: 10 }, () => makeMember(t)));
  const streams = await Promise.all(
    members.flatMap((member) => [1, 2, 3, 4, 5].map(() => open(as(member), '', addressOf(second)))),
  );
  expect(streams.map(({ status }) => status)).toEqual(Array(50).fill(200));
  const startedAt = performance.now();
  await second.app.drain(0);
  expect(performance.now() - startedAt).toBeLessThan(SOON_MS);
  await Promise.all(streams.map(({ ended }) => ended));
  const pauses = streams.map(({ messages }) => messages.at(-1)!.retry!);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(1000);
  expect(new Set(pauses).size).toBeGreaterThan(10);
});
