import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { mailsTo } from '../../support/mails.ts';
import { type Member, makeMember, type SignedUp, signUp } from '../../support/members.ts';
import { makeOperator } from '../../support/operator.ts';
import { as, auditOf, makePost } from '../../support/posts.ts';

let t: TestApp;
let operator: SignedUp;
beforeAll(async () => {
  t = await startTestApp();
});
beforeEach(async () => {
  operator = await signUp(t);
  await makeOperator(t, operator);
});

const codeOf = (answer: { status: number; json: { error_code: string } }) => [answer.status, answer.json.error_code];
const suspend = (member: Member) =>
  t.call('PUT', `/v1/operator/accounts/${member.accountId}/suspension`, {
    token: operator.token,
    body: { reason: 'Spam' },
  });
const hide = async (id: string, by: Member) => {
  const made = await t.call('POST', '/v1/reports', {
    ...as(by),
    body: { target_type: 'post', target_id: id, reason: 'spam' },
  });
  const url = `/v1/operator/reports/${made.json.data.report.id}/act`;
  return t.call('POST', url, { token: operator.token, body: { act: 'hide', reason: 'No ads' } });
};
const appeal = ({ token }: { token: string }, body: object) => t.call('POST', '/v1/appeals', { token, body });
const list = async (status = 'open') =>
  (await t.call('GET', `/v1/operator/appeals?status=${status}`, { token: operator.token })).json.data.items;
const decide = (id: string, decision: string) =>
  t.call('POST', `/v1/operator/appeals/${id}/decide`, { token: operator.token, body: { decision } });
const mailed = async (member: Member, name: string) =>
  (await mailsTo(t, member.email)).filter(({ template }) => template === name).map(({ params }) => params);
const countsOf = async (id: string) => (await t.call('GET', `/v1/posts/${id}`)).json.data?.comments_count;

describe('an appeal against the removal of a post', () => {
  it('is sent once, and publishes the post again with its counts', async () => {
    const [author, reader] = [await makeMember(t), await makeMember(t)];
    const { id: post } = await makePost(t, as(author), { body: 'Fine words' });
    const { id: comment } = await makePost(t, as(author), { body: 'A reply', reply_to_post_id: post });
    const before = await countsOf(post);
    expect(before).toBe(1);
    expect(codeOf(await appeal(author, { post_id: comment, text: 'Why?' }))).toEqual([409, 'appeal_not_possible']);
    await hide(comment, reader);
    expect(await mailed(author, 'appeal-offered')).toEqual([{ target: 'post', id: comment }]);
    expect(codeOf(await appeal(reader, { post_id: comment, text: 'Not mine' }))).toEqual([409, 'appeal_not_possible']);
    const sent = await Promise.all([1, 2].map(() => appeal(author, { post_id: comment, text: 'It is no ad' })));
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [waiting] = (await list()).filter((one: { target_id: string }) => one.target_id === comment);
    expect(waiting).toMatchObject({ text: 'It is no ad', reason: 'No ads', target_text: 'A reply', is_in_force: true });
    expect(await countsOf(post)).toBe(before - 1);
    const answers = await Promise.all([decide(waiting.id, 'accept'), decide(waiting.id, 'accept')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await t.call('GET', `/v1/posts/${comment}`)).json.data.body_preview).toBe('A reply');
    expect(await countsOf(post)).toEqual(before);
    expect(await mailed(author, 'appeal-decided')).toEqual([{ target: 'post', id: comment, decision: 'accept' }]);
    const rows = await auditOf(t, waiting.id);
    expect(rows.map(({ operation }) => operation).sort()).toEqual(['appeals.create', 'operator.decide_appeal']);
  });

  it('is not for what the author removed', async () => {
    const author = await makeMember(t);
    const { id } = await makePost(t, as(author));
    await t.call('DELETE', `/v1/posts/${id}`, as(author));
    expect(codeOf(await appeal(author, { post_id: id, text: 'Back' }))).toEqual([409, 'appeal_not_possible']);
    expect(codeOf(await appeal(author, { post_id: 'x', text: 'Back' }))).toEqual([409, 'appeal_not_possible']);
  });
});

describe('an appeal against a suspension', () => {
  it('is open to the suspended person, and lifts it', async () => {
    const member = await makeMember(t);
    await suspend(member);
    expect(codeOf(await appeal(member, { text: 'x'.repeat(1001) }))).toEqual([400, 'invalid_request']);
    expect((await appeal(member, { text: 'It was not me' })).status).toBe(200);
    const [waiting] = (await list()).filter((one: { target_id: string }) => one.target_id === member.accountId);
    expect((await decide(waiting.id, 'accept')).json.data).toMatchObject({ restored: true });
    expect((await t.call('GET', `/v1/profiles/${member.profile.id}`)).status).toBe(200);
    expect((await list('accepted')).map(({ id }: { id: string }) => id)).toContain(waiting.id);
  });

  it('that was rejected stays so, until there is a new suspension', async () => {
    const member = await makeMember(t);
    await suspend(member);
    await appeal(member, { text: 'Please' });
    const [waiting] = (await list()).filter((one: { target_id: string }) => one.target_id === member.accountId);
    expect((await decide(waiting.id, 'reject')).json.data).toMatchObject({ restored: false });
    expect(codeOf(await appeal(member, { text: 'Please' }))).toEqual([409, 'appeal_not_possible']);
    expect((await t.call('GET', `/v1/profiles/${member.profile.id}`)).status).toBe(404);
    await t.call('DELETE', `/v1/operator/accounts/${member.accountId}/suspension`, { token: operator.token });
    t.clock.advance(1000);
    await suspend(member);
    expect((await appeal(member, { text: 'Again' })).status).toBe(200);
    expect(await mailed(member, 'appeal-offered')).toHaveLength(2);
  });

  it('changes nothing if the suspension was lifted meanwhile', async () => {
    const member = await makeMember(t);
    await suspend(member);
    await appeal(member, { text: 'Please' });
    await t.call('DELETE', `/v1/operator/accounts/${member.accountId}/suspension`, { token: operator.token });
    const [waiting] = (await list()).filter((one: { target_id: string }) => one.target_id === member.accountId);
    expect(waiting.is_in_force).toBe(false);
    expect((await decide(waiting.id, 'accept')).json.data).toMatchObject({ restored: false });
  });
});
