import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { fetchFile, make } from '../../support/exports.ts';
import { mailsTo } from '../../support/mails.ts';
import { makeMember, PASSWORD, type SignedUp, signUp } from '../../support/members.ts';
import { makeOperator } from '../../support/operator.ts';
import { auditOf } from '../../support/posts.ts';

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
const start = (account: string) => t.call('POST', `/v1/operator/accounts/${account}/export`, { token: operator.token });
const remove = (account: string) => t.call('DELETE', `/v1/operator/accounts/${account}`, { token: operator.token });
const mailed = async (email: string, name: string) =>
  (await mailsTo(t, email)).filter(({ template }) => template === name).map(({ params }) => params);

describe('an export that an operator starts', () => {
  it('goes to the address of the member, also of a suspended one, and never to the operator', async () => {
    const member = await makeMember(t);
    const path = `/v1/operator/accounts/${member.accountId}/suspension`;
    await t.call('PUT', path, { token: operator.token, body: { reason: 'Spam' } });
    const started = await start(member.accountId);
    const { export_id } = started.json.data;
    expect(started.json.data).toEqual({ account_id: member.accountId, export_id: expect.any(String) });
    expect((await start(member.accountId)).json.data.export_id).toBe(export_id);
    await make(t, export_id);
    const [mail, ...more] = (await mailed(member.email, 'export-ready')) as { url: string }[];
    expect(more).toEqual([]);
    expect((await fetchFile(t, mail!.url)).statusCode).toBe(200);
    expect(await mailed(operator.email, 'export-ready')).toEqual([]);
    expect(codeOf(await t.call('GET', `/v1/exports/${export_id}`, { token: operator.token }))[0]).toBe(404);
    expect(await auditOf(t, export_id)).toContainEqual(
      expect.objectContaining({ operation: 'operator.export_account', account_id: operator.accountId }),
    );
  });

  it('of the member itself is not mailed', async () => {
    const member = await makeMember(t);
    const begun = await t.call('POST', '/v1/exports', { token: member.token });
    await make(t, begun.json.data.export.id);
    expect(await mailed(member.email, 'export-ready')).toEqual([]);
  });
});

describe('a deletion that an operator starts', () => {
  it('is the one of the member: sessions end, a mail says so, and signing in restores it', async () => {
    const member = await makeMember(t);
    const first = await remove(member.accountId);
    expect(first.json.data).toMatchObject({ account_id: member.accountId, changed: true });
    expect((await remove(member.accountId)).json.data).toEqual({ ...first.json.data, changed: false });
    expect((await t.call('GET', '/v1/me', { token: member.token })).status).toBe(401);
    expect((await t.call('GET', `/v1/profiles/${member.profile.id}`)).status).toBe(404);
    expect(await mailed(member.email, 'deletion-scheduled')).toHaveLength(1);
    expect(await auditOf(t, member.accountId)).toContainEqual(
      expect.objectContaining({ operation: 'operator.delete_account', account_id: operator.accountId }),
    );
    const body = { email: member.email, password: PASSWORD };
    expect((await t.call('POST', '/v1/account/sessions', { body })).status).toBe(201);
    expect((await t.call('GET', `/v1/profiles/${member.profile.id}`)).status).toBe(200);
  });

  it('is refused for operators', async () => {
    expect(codeOf(await remove(operator.accountId))).toEqual([409, 'operator_account']);
  });
});
