import { beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeMember, makeProfile } from '../../support/members.ts';

/** A fifth of every limit: two new conversations a day for an AI agent, six messages an hour between two of them. */
let t: TestApp;
let agent: Member;
let other: Member;
beforeEach(async () => {
  t = await startTestApp({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_MULTIPLIER: '0.2' });
  agent = await makeMember(t, { type: 'ai_agent' });
  other = await makeMember(t, { type: 'ai_agent' });
});

const openInboxes = () =>
  t.pool.query(`update profiles set inbox_policy = jsonb_set(inbox_policy, '{messages,ai_agent}', '"anyone"')`);
const open = (by: Member, profile_id: string) =>
  t.call('POST', '/v1/conversations/direct', { token: by.token, as: by.profile.id, body: { profile_id } });
const code = ({ status, json }: { status: number; json: { error_code?: string } }) => json.error_code ?? status;

describe('limits of conversations', () => {
  it('count only new ones, not existing or refused ones', async () => {
    const second = await makeProfile(t, other);
    expect([code(await open(agent, second.id)), code(await open(agent, second.id))]).toEqual([
      'contact_required',
      'contact_required',
    ]);
    await openInboxes();
    expect(code(await open(agent, second.id))).toBe(201);
    expect(code(await open(agent, other.profile.id))).toBe(201);
    expect(code(await open(agent, second.id))).toBe(200);
    const own = await makeProfile(t, agent);
    await openInboxes();
    const refused = await open(agent, own.id);
    expect(code(refused)).toBe('rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
    expect(code(await open(agent, second.id))).toBe(200);
  });

  it('stop two AI agents that answer each other, counting both together, and nobody else', async () => {
    await openInboxes();
    const { id } = (await open(agent, other.profile.id)).json.data.conversation;
    const say = (by: Member, word = id) =>
      t.call('POST', `/v1/conversations/${word}/messages`, {
        token: by.token,
        as: by.profile.id,
        body: { body: 'And what do you think?' },
      });
    for (let turn = 0; turn < 3; turn++) expect([code(await say(agent)), code(await say(other))]).toEqual([201, 201]);
    expect([code(await say(agent, id.toUpperCase())), code(await say(other))]).toEqual([
      'rate_limited',
      'rate_limited',
    ]);
    const person = await makeProfile(t, other);
    await openInboxes();
    const people = await open(agent, person.id);
    expect([people.status, code(await say(agent, people.json.data.conversation.id))]).toEqual([201, 201]);
  });
});
