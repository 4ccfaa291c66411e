import { beforeAll, describe, expect, it } from 'vitest';
import { type CallOptions, type CallResult, startTestApp, type TestApp } from '../support/app.ts';
import { type Member, makeMember } from '../support/members.ts';
import { auditOf, eventsOf, grantAccess, makePost } from '../support/posts.ts';

/** One post between its drafter and two approvers: each round ends as if the moves had run one after the other. */
const ROUNDS = 20;
const AT_ONCE = 5;

let t: TestApp;
let drafter: CallOptions;
let ownerId: string;
let approvers: { by: CallOptions; accountId: string }[];
beforeAll(async () => {
  t = await startTestApp();
  const owner = await makeMember(t);
  ownerId = owner.profile.id;
  const act = async (permission: string) => {
    const member: Member = await makeMember(t);
    await grantAccess(t, owner, member, [permission]);
    return { by: { token: member.token, as: owner.profile.id }, accountId: member.accountId };
  };
  drafter = (await act('drafting')).by;
  approvers = [await act('posting'), await act('posting')];
});

const rounds = async (play: () => Promise<void>) => {
  for (let wave = 0; wave < ROUNDS; wave += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, play));
};
const codeOf = ({ json, status }: CallResult) => json.error_code ?? status;
const call = (by: CallOptions, method: string, path: string, body: object = {}) =>
  t.call(method, `/v1/posts/${path}`, { ...by, body });
const rowOf = async (id: string) =>
  (
    await t.pool.query('select status, body, revision, approved_by_account_id as approver from posts where id = $1', [
      id,
    ])
  ).rows[0];
/** In the log of the profile; a decision is also in that of the drafter. */
const countEvents = async (id: string, type: string) =>
  (await eventsOf(t, id)).filter((event) => event.type === type && event.profile_id === ownerId).length;

describe('races', () => {
  it('approve and approve: published once, by one of the two', async () => {
    await rounds(async () => {
      const { id } = await makePost(t, drafter);
      const answers = await Promise.all(
        approvers.map(({ by }) => call(by, 'POST', `${id}/publish`, { expected_revision: 1 })),
      );
      expect(answers.map(codeOf)).toEqual([200, 200]);
      expect(await countEvents(id, 'post.published')).toBe(1);
      const writes = (await auditOf(t, id)).filter(({ operation }) => operation === 'posts.publish');
      expect(writes).toHaveLength(1);
      expect((await rowOf(id)).approver).toBe(writes[0]!.account_id);
    });
  });

  it('approve and an edit by the drafter: publishes the revision that was read', async () => {
    await rounds(async () => {
      const { id } = await makePost(t, drafter, { body: 'As it was read' });
      const [approved, edited] = await Promise.all([
        call(approvers[0]!.by, 'POST', `${id}/publish`, { expected_revision: 1 }),
        call(drafter, 'PATCH', id, { body: 'As nobody has read it' }),
      ]);
      const row = await rowOf(id);
      if (row.status === 'published') {
        expect([codeOf(approved), codeOf(edited), row.body]).toEqual([200, 'permission_denied', 'As it was read']);
      } else {
        expect([row.status, codeOf(approved), codeOf(edited)]).toEqual(['draft', 'post_changed', 200]);
      }
      expect(await countEvents(id, 'post.published')).toBe(row.status === 'published' ? 1 : 0);
    });
  });

  it('return and an edit by the drafter: a draft either way, and each counts as a revision or is refused', async () => {
    await rounds(async () => {
      const { id } = await makePost(t, drafter, { body: 'As it was read' });
      const [returned, edited] = await Promise.all([
        call(approvers[0]!.by, 'POST', `${id}/return`, { note: 'Shorter', expected_revision: 1 }),
        call(drafter, 'PATCH', id, { body: 'Shorter' }),
      ]);
      expect(codeOf(edited)).toBe(200);
      const row = await rowOf(id);
      expect([row.status, row.body]).toEqual(['draft', 'Shorter']);
      if (codeOf(returned) === 200) expect(row.revision).toBe(3);
      else expect([codeOf(returned), row.revision]).toEqual(['post_not_pending', 2]);
      expect(await countEvents(id, 'post.returned')).toBe(codeOf(returned) === 200 ? 1 : 0);
    });
  });

  it('return and return: one note', async () => {
    await rounds(async () => {
      const { id } = await makePost(t, drafter);
      const answers = await Promise.all(approvers.map(({ by }) => call(by, 'POST', `${id}/return`, { note: 'No' })));
      expect(answers.map(codeOf).sort()).toEqual([200, 'post_not_pending']);
      expect([await countEvents(id, 'post.returned'), (await rowOf(id)).revision]).toEqual([1, 2]);
    });
  });

  it('return and submit: the later one decides, and each that happened has one event', async () => {
    await rounds(async () => {
      const { id } = await makePost(t, drafter);
      const [returned, handed] = await Promise.all([
        call(approvers[0]!.by, 'POST', `${id}/return`, { note: 'No' }),
        call(drafter, 'POST', `${id}/publish`),
      ]);
      expect(codeOf(returned)).toBe(200);
      expect([200, 'post_changed']).toContain(codeOf(handed));
      // Only after the return is there something to submit.
      const asked = await countEvents(id, 'post.approval_requested');
      expect([asked, (await rowOf(id)).status]).toEqual(asked === 2 ? [2, 'pending_approval'] : [1, 'draft']);
      if (asked === 2) expect(codeOf(handed)).toBe(200);
    });
  });
});
