import { beforeAll, describe, expect, it } from 'vitest';
import { granted } from '../../support/access.ts';
import { type CallOptions, type CallResult, startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeMember, makeProfile, unique } from '../../support/members.ts';
import { as, grantAccess, makePost } from '../../support/posts.ts';

let t: TestApp;
let company: Member;
let agent: Member;
beforeAll(async () => {
  t = await startTestApp();
  [company, agent] = [await makeMember(t, { type: 'company' }), await makeMember(t, { type: 'ai_agent' })];
});

const acting = (manager: Member, owner = company): CallOptions => ({ token: manager.token, as: owner.profile.id });
const bylineOf = async (id: string, by: CallOptions = {}) =>
  (await t.call('GET', `/v1/posts/${id}`, by)).json.data.byline;
const approve = (id: string, by: CallOptions) => t.call('POST', `/v1/posts/${id}/publish`, { ...by, body: {} });
const PUBLIC = { public: true };

describe('the byline of a post', () => {
  it('names the agent that drafted it and the person that approved it under public grants', async () => {
    const editor = await makeMember(t);
    await granted(t, company, agent, ['drafting'], PUBLIC);
    await granted(t, company, editor, ['posting'], PUBLIC);
    const word = unique('timber');
    const { id } = await makePost(t, acting(agent), { body: `About ${word}` });
    expect((await approve(id, acting(editor))).json.data.byline).toMatchObject({
      written_by: { id: agent.profile.id, type: 'ai_agent' },
      approved_by: { id: editor.profile.id },
    });
    const read = await bylineOf(id);
    expect(read).toMatchObject({ written_by: { id: agent.profile.id }, approved_by: { id: editor.profile.id } });
    const lists: [string, CallOptions, (data: CallResult['json']['data']) => { byline: unknown }][] = [
      [`/v1/profiles/${company.profile.id}/posts`, {}, ({ items }) => items[0]],
      ['/v1/feed', as(company), ({ items }) => items[0].post],
      [`/v1/search/posts?q=${word}`, as(editor), ({ items }) => items[0].post],
    ];
    for (const [path, by, first] of lists) {
      expect(first((await t.call('GET', path, by)).json.data).byline, path).toEqual(read);
    }
    const direct = await makePost(t, acting(editor));
    expect(direct.byline).toMatchObject({ written_by: { id: editor.profile.id }, approved_by: null });
  });

  it('names the profile itself only if its own account approved it', async () => {
    const [owner, drafter, editor] = [
      await makeMember(t),
      await makeMember(t, { type: 'ai_agent' }),
      await makeMember(t),
    ];
    const known = await makeProfile(t, editor);
    await granted(t, owner, drafter, ['drafting'], PUBLIC);
    await grantAccess(t, owner, editor, ['posting']);
    const approvedBy = async (by: CallOptions) => {
      const { id } = await makePost(t, acting(drafter, owner));
      await approve(id, by);
      const { written_by, approved_by } = await bylineOf(id);
      expect(written_by.id).toBe(drafter.profile.id);
      return approved_by;
    };
    expect(await approvedBy(as(owner))).toMatchObject({ id: owner.profile.id });
    expect(await approvedBy(acting(editor, owner)), 'under a private grant').toBeNull();
    await granted(t, owner, { ...editor, profile: known }, ['following'], PUBLIC);
    expect(await approvedBy(acting(editor, owner)), 'a public grant does not let it approve').toBeNull();
  });

  it('names nobody as the approver once the grant of the approver has ended or is private', async () => {
    const [owner, drafter, editor] = [
      await makeMember(t),
      await makeMember(t, { type: 'ai_agent' }),
      await makeMember(t),
    ];
    await granted(t, owner, drafter, ['drafting'], PUBLIC);
    const grant = await granted(t, owner, editor, ['posting'], PUBLIC);
    const { id } = await makePost(t, acting(drafter, owner));
    await approve(id, acting(editor, owner));
    expect((await bylineOf(id)).approved_by.id).toBe(editor.profile.id);
    const unnamed = { written_by: { id: drafter.profile.id }, approved_by: null };
    const path = `/v1/profile-access/${grant}`;
    await t.call('PATCH', path, { token: editor.token, body: { public: false } });
    expect(await bylineOf(id)).toMatchObject(unnamed);
    expect((await t.call('DELETE', path, { token: owner.token })).status).toBe(200);
    expect(await bylineOf(id)).toMatchObject(unnamed);
  });

  it('is null without a public grant in force, and for posts of the owner', async () => {
    const [owner, secret, open] = [await makeMember(t), await makeMember(t), await makeMember(t)];
    await grantAccess(t, owner, secret, ['posting']);
    const grant = await granted(t, owner, open, ['posting'], PUBLIC);
    expect((await makePost(t, acting(secret, owner))).byline).toBeNull();
    expect((await makePost(t, as(owner))).byline).toBeNull();
    const { id } = await makePost(t, acting(open, owner));
    expect((await bylineOf(id)).written_by.id).toBe(open.profile.id);
    await t.call('PATCH', `/v1/profile-access/${grant}`, { token: open.token, body: { public: false } });
    expect(await bylineOf(id), 'the manager took it back').toBeNull();
    expect(await bylineOf(id, as(owner))).toBeNull();
  });

  it('names nobody as the approver of what was changed since', async () => {
    const [owner, drafter, editor] = [
      await makeMember(t),
      await makeMember(t, { type: 'ai_agent' }),
      await makeMember(t),
    ];
    await granted(t, owner, drafter, ['drafting'], PUBLIC);
    await granted(t, owner, editor, ['posting'], PUBLIC);
    const scheduled_at = new Date(t.clock.now().getTime() + 3_600_000).toISOString();
    const approved = async (body: object) => {
      const { id } = await makePost(t, acting(drafter, owner));
      expect((await t.call('POST', `/v1/posts/${id}/publish`, { ...as(owner), body })).status).toBe(200);
      return id as string;
    };
    const unchanged = await approved({ scheduled_at });
    await approve(unchanged, acting(editor, owner));
    expect(await bylineOf(unchanged)).toMatchObject({ approved_by: { id: owner.profile.id } });
    for (const [body, edit] of [
      [{}, { body: 'Not what was approved' }],
      [{}, { visibility: 'contacts' }],
      [{ scheduled_at }, { body: 'Not what was approved' }],
      [{ scheduled_at }, { body: 'Not what was approved', status: 'draft' }],
    ] as const) {
      const id = await approved(body);
      expect((await t.call('PATCH', `/v1/posts/${id}`, { ...acting(editor, owner), body: edit })).status).toBe(200);
      await approve(id, acting(editor, owner));
      expect(await bylineOf(id, as(owner)), JSON.stringify([body, edit])).toMatchObject({
        written_by: { id: editor.profile.id },
        approved_by: null,
      });
    }
  });

  it('leaves out a suspended writer', async () => {
    const [owner, writer] = [await makeMember(t), await makeMember(t)];
    await granted(t, owner, writer, ['posting'], PUBLIC);
    const { id } = await makePost(t, acting(writer, owner));
    await t.pool.query('update profiles set suspended_at = now() where id = $1', [writer.profile.id]);
    expect(await bylineOf(id)).toBeNull();
  });
});
