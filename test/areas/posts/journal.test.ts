import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { CANARY, say } from '../../support/canary.ts';
import { type Member, makeKey, makeMember } from '../../support/members.ts';
import { png } from '../../support/pictures.ts';
import { as, auditOf, eventsOf, logLineOf, makePost, pictures, send } from '../../support/posts.ts';

/** The rows that each write adds to the event log and the audit log. */

let t: TestApp;
let ada: Member;
let ben: Member;
let names: Map<string | null, string>;
beforeAll(async () => {
  t = await startTestApp();
  [ada, ben] = [await makeMember(t), await makeMember(t)];
  names = new Map([
    [ada.profile.id, 'ada'],
    [ben.profile.id, 'ben'],
    [null, 'nobody'],
  ]);
});

/** `<type> in <log> by <actor>`, in the order of writing. */
const eventLines = async (id: string) =>
  (await eventsOf(t, id)).map(
    (event) => `${event.type} in ${names.get(event.profile_id)} by ${names.get(event.actor_profile_id)}`,
  );
const operations = async (id: string) => (await auditOf(t, id)).map(({ operation }) => operation);
const call = (method: string, path: string, by: object, body?: object) =>
  t.call(method, `/v1/posts${path}`, { ...by, ...(body ? { body } : {}) });

describe('events and audit rows', () => {
  it('cover a post, its edit and its removal', async () => {
    const { id } = await makePost(t, as(ada));
    await call('PATCH', `/${id}`, as(ada), { body: say('Edited') });
    await call('DELETE', `/${id}`, as(ada));
    await call('DELETE', `/${id}`, as(ada));
    expect(await eventLines(id)).toEqual([
      'post.published in ada by ada',
      'post.updated in ada by ada',
      'post.removed in ada by ada',
    ]);
    expect((await operations(id)).slice(0, 3)).toEqual(['posts.create', 'posts.update', 'posts.remove']);
    expect(await operations(id), 'removing it again is not a write').toHaveLength(3);
  });

  it('put a comment or a quote in both logs, or once in an own log', async () => {
    const root = await makePost(t, as(ada));
    const comment = await makePost(t, as(ben), { reply_to_post_id: root.id });
    const quote = await makePost(t, as(ben), { quoted_post_id: root.id });
    const own = await makePost(t, as(ada), { reply_to_post_id: root.id });
    const ownQuote = await makePost(t, as(ada), { quoted_post_id: root.id });
    const sorted = async (id: string) => (await eventLines(id)).sort();
    expect(await sorted(comment.id)).toEqual(['comment.created in ada by ben', 'comment.created in ben by ben']);
    expect(await sorted(quote.id)).toEqual(['post.published in ben by ben', 'quote.created in ada by ben']);
    expect(await sorted(own.id)).toEqual(['comment.created in ada by ada']);
    expect(await sorted(ownQuote.id)).toEqual(['post.published in ada by ada']);
    const [event] = await eventsOf(t, comment.id);
    expect(event!.data).toEqual({
      kind: 'comment',
      status: 'published',
      revision: 1,
      reply_to_post_id: root.id,
      root_post_id: root.id,
      quoted_post_id: null,
    });
    const both = await makePost(t, as(ben), { reply_to_post_id: root.id, quoted_post_id: root.id });
    expect(await sorted(both.id)).toEqual([
      'comment.created in ada by ben',
      'comment.created in ben by ben',
      'quote.created in ada by ben',
    ]);
  });

  it('announce a draft when it is published, and audit every write', async () => {
    const root = await makePost(t, as(ada));
    const { id } = await makePost(t, as(ben), { status: 'draft', reply_to_post_id: root.id });
    expect([await eventLines(id), await operations(id)]).toEqual([[], ['posts.create']]);
    const image = await png({ width: 5, height: 5 });
    const replaced = await send(t, as(ben), pictures(image), { method: 'PUT', path: `/v1/posts/${id}/images` });
    expect(replaced.status).toBe(200);
    await call('POST', `/${id}/publish`, as(ben), {});
    await call('POST', `/${id}/publish`, as(ben), {});
    expect((await eventLines(id)).toSorted()).toEqual([
      'comment.created in ada by ben',
      'comment.created in ben by ben',
      'post.updated in ben by ben',
    ]);
    expect(await operations(id)).toEqual(['posts.create', 'posts.replace_images', 'posts.publish']);
    const pictured = await send(t, as(ada), [...pictures(image), { name: 'body', value: say('Seen') }]);
    expect(await operations(pictured.json.data.id)).toEqual(['posts.create_with_images']);
  });

  it('name the actor, the credential and the request', async () => {
    const key = await makeKey(t, ada, { profileIds: [ada.profile.id] });
    const made = await t.call('POST', '/v1/posts', {
      token: key.token,
      as: ada.profile.id,
      body: { body: say('By key') },
      headers: { 'x-request-id': 'request-of-this-test' },
    });
    expect(await auditOf(t, made.json.data.id)).toEqual([
      {
        operation: 'posts.create',
        principal_type: 'api_key',
        principal_id: key.id,
        account_id: ada.accountId,
        profile_id: ada.profile.id,
        manager_profile_id: null,
        grant_id: null,
        request_id: 'request-of-this-test',
      },
    ]);
    const { id } = await makePost(t, as(ada));
    expect((await auditOf(t, id))[0]).toMatchObject({ principal_type: 'session', principal_id: ada.sessionId });
  });

  it('are absent for refused writes', async () => {
    const { id } = await makePost(t, as(ada));
    const count = async () =>
      (
        await t.pool.query(
          'select (select count(*) from events) as events, (select count(*) from audit_log) as audited',
        )
      ).rows[0];
    const before = await count();
    const statuses = [];
    for (const [method, path, by, body] of [
      ['POST', '', as(ben), { body: '' }],
      ['PATCH', `/${id}`, as(ben), { body: say('Not mine') }],
      ['DELETE', `/${id}`, as(ben), undefined],
      ['POST', `/${id}/publish`, as(ben), {}],
      ['POST', `/${id}/return`, as(ada), {}],
      ['PATCH', `/${id}`, as(ada), { body: '' }],
      ['PUT', '/nothing/reaction', as(ben), { reaction_type: 'like', active: true }],
    ] as const) {
      statuses.push((await call(method, path, by, body)).status);
    }
    expect(statuses).toEqual([400, 403, 403, 403, 409, 400, 404]);
    expect(await count()).toEqual(before);
  });

  it('contain ids and states, never text by members', async () => {
    const body = say('Words of a member');
    const { id } = await makePost(t, as(ada), { body, client_reference: 'ref-of-ada-1' });
    await call('PATCH', `/${id}`, as(ada), { body: say('Other words') });
    await call('POST', `/${id}/comments`, as(ben), { body: say('A remark') });
    for (const table of ['events', 'audit_log', 'jobs.job']) {
      const { rows } = await t.pool.query(
        `select count(*)::int as n from ${table} x where x::text like $1 or x::text like '%ref-of-ada-1%'`,
        [`%${CANARY}%`],
      );
      expect([table, rows[0].n]).toEqual([table, 0]);
    }
  });

  it('take one round trip, or the few that a preceding check needs', async () => {
    const { id } = await makePost(t, as(ada));
    const draft = await makePost(t, as(ada), { status: 'draft' });
    const gone = await makePost(t, as(ada));
    await t.call('GET', '/v1/me', as(ben));
    const measured: Record<string, number> = {};
    for (const [operation, method, path, by, body] of [
      ['posts.create', 'POST', '', as(ada), { body: say('One') }],
      ['posts.create_comment', 'POST', `/${id}/comments`, as(ben), { body: say('Two') }],
      ['posts.set_reaction', 'PUT', `/${id}/reaction`, as(ben), { reaction_type: 'like', active: true }],
      ['posts.update', 'PATCH', `/${id}`, as(ada), { body: say('Three') }],
      ['posts.replace_images', 'PUT', `/${draft.id}/images`, as(ada), {}],
      ['posts.publish', 'POST', `/${draft.id}/publish`, as(ada), {}],
      ['posts.remove', 'DELETE', `/${gone.id}`, as(ada), undefined],
    ] as const) {
      expect((await call(method, path, by, body)).status, operation).toBeLessThan(300);
      measured[operation] = logLineOf(t, operation).round_trips;
    }
    expect(measured).toEqual({
      'posts.create': 1,
      'posts.create_comment': 1,
      'posts.set_reaction': 1,
      'posts.update': 1,
      'posts.replace_images': 1,
      'posts.publish': 2,
      'posts.remove': 1,
    });
  });
});
