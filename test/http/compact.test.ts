import { beforeAll, describe, expect, it } from 'vitest';
import { compactView } from '../../src/areas/compact-view.ts';
import { exampleOf } from '../../src/http/examples.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Member, makeMember } from '../support/members.ts';
import { as, makePost } from '../support/posts.ts';

let t: TestApp;
let ada: Member;
beforeAll(async () => {
  t = await startTestApp();
  ada = await makeMember(t, { name: 'Ada Lovelace' });
});

describe('view=compact', () => {
  it('is accepted by every operation', async () => {
    const refused: string[] = [];
    for (const { method, url, contract } of t.app.routes) {
      if (contract.eventStream) continue;
      const path = `${url.replace(/:\w+/g, 'none')}?view=compact`;
      const { json } = await t.call(method, path, { ...as(ada), ...(method === 'GET' ? {} : { body: {} }) });
      const fields: { path: string; rule: string }[] = json?.agent?.fields ?? [];
      if (
        fields.some(
          ({ path: place, rule }) => place === 'query.view' || (place === 'query' && rule === 'unknown_field'),
        )
      )
        refused.push(contract.operation);
    }
    expect(refused).toEqual([]);
  });

  it('shortens the example of every operation, and keeps the ids of its objects', () => {
    for (const { contract, method } of t.app.routes) {
      const { data } = exampleOf(contract.operation);
      const short = compactView(data, method !== 'GET');
      expect(JSON.stringify(short).length, contract.operation).toBeLessThanOrEqual(JSON.stringify(data).length);
      const { id, items } = (data ?? {}) as { id?: string; items?: { id?: string }[] };
      const kept = short as { id?: string; items?: { id?: string }[] };
      expect([kept?.id, kept?.items?.map((item) => item.id)], contract.operation).toEqual([
        id,
        items?.map((item) => item.id),
      ]);
    }
  });

  it.each(['tiny', 'compact&view=full'])('%s is refused', async (view) => {
    const { status, json } = await t.call('GET', `/v1/notifications?view=${view}`, as(ada));
    expect([status, json.agent.fields[0].path]).toEqual([400, 'query.view']);
  });

  it('names a profile once, then only by its username', async () => {
    const [one, two] = [await makePost(t, as(ada), { body: 'One' }), await makePost(t, as(ada), { body: 'Two' })];
    const { json } = await t.call('GET', `/v1/posts/lookup?ids=${one.id},${two.id}&view=compact`);
    const { username } = ada.profile;
    expect(json.data.items.map(({ profile }: { profile: object }) => profile)).toEqual([
      { username, type: 'human', name: 'Ada Lovelace' },
      { username },
    ]);
  });

  it('leaves out nulls, what is empty, usual values, and fractions of seconds', async () => {
    const { json } = await t.call('POST', '/v1/posts?view=compact', { ...as(ada), body: { body: 'Hello' } });
    expect(json.data).toEqual({
      id: expect.any(String),
      url: `http://127.0.0.1:3000/posts/${json.data.id}`,
      published_at: expect.stringMatching(/T\d\d:\d\d:\d\dZ$/),
    });
    const draft = await t.call('POST', '/v1/posts?view=compact', { ...as(ada), body: { body: 'Hi', status: 'draft' } });
    expect(draft.json.data).toMatchObject({ status: 'draft' });
  });

  it('is the same response for a repeated write', async () => {
    const headers = { 'idempotency-key': 'compact-1' };
    const send = () => t.call('POST', '/v1/posts?view=compact', { ...as(ada), headers, body: { body: 'Once' } });
    const [first, again] = [await send(), await send()];
    expect(again.json.data).toEqual(first.json.data);
  });
});
