import { beforeAll, describe, expect, it } from 'vitest';
import { requireUnblocked } from '../../../src/areas/account/blocks.ts';
import { makeCtx } from '../../../src/ctx.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type SignedUp, signUp } from '../../support/members.ts';
import { makeOperator } from '../../support/operator.ts';
import { auditOf } from '../../support/posts.ts';

const PASSWORD = 'correct horse battery staple';
let t: TestApp;
let operator: SignedUp;
beforeAll(async () => {
  t = await startTestApp();
  operator = await signUp(t);
  await makeOperator(t, operator);
});

const path = '/v1/operator/sign-up-blocks';
const block = (kind: string, value: string) => t.call('POST', path, { token: operator.token, body: { kind, value } });
const from = (email: string) => t.call('POST', '/v1/account', { body: { email, password: PASSWORD } });
const codeOf = (answer: { status: number; json: { error_code: string } }) => [answer.status, answer.json.error_code];
const isBlocked = (email: string, ip: string | undefined) => {
  const ctx = makeCtx({ deps: t.deps, operation: 'account.create', requestId: 'test' });
  return requireUnblocked(ctx, email, ip).then(
    () => false,
    () => true,
  );
};

describe('blocked mail domains', () => {
  it('cover subdomains and other spellings, and nothing else', async () => {
    const made = await block('domain', 'Bücher.Example.');
    expect([made.status, made.json.data.sign_up_block.value]).toEqual([201, 'xn--bcher-kva.example']);
    const again = await block('domain', 'xn--bcher-kva.example');
    expect([again.status, again.json.data.sign_up_block.id]).toEqual([200, made.json.data.sign_up_block.id]);
    for (const email of ['a@bücher.example', 'a@mail.xn--bcher-kva.example', 'a@XN--BCHER-KVA.example']) {
      const answer = await from(email);
      expect(codeOf(answer), email).toEqual([403, 'permission_denied']);
      expect(answer.json.agent.hint).toContain('this e-mail address or this network');
    }
    expect((await from('a@notxn--bcher-kva.example')).status).toBe(201);
    const rows = await auditOf(t, made.json.data.sign_up_block.id);
    expect(rows).toContainEqual(expect.objectContaining({ operation: 'operator.add_sign_up_block' }));
  });

  it('are refused as the new address of an account, until the block is removed', async () => {
    const member = await signUp(t);
    const { id } = (await block('domain', 'throwaway.example')).json.data.sign_up_block;
    const change = () =>
      t.call('POST', '/v1/account/email', { token: member.token, body: { email: 'me@throwaway.example' } });
    expect(codeOf(await change())).toEqual([403, 'permission_denied']);
    const remove = () => t.call('DELETE', `${path}/${id}`, { token: operator.token });
    expect((await remove()).json.data).toEqual({ block_id: id, removed: true });
    expect((await remove()).json.data.removed).toBe(false);
    expect((await change()).status).toBe(200);
  });
});

describe('blocked networks', () => {
  it('cover their addresses, of IPv4 in both forms and of IPv6', async () => {
    expect((await block('network', '203.0.113.77/24')).json.data.sign_up_block.value).toBe('203.0.113.0/24');
    expect((await block('network', '2001:DB8:1::/48')).json.data.sign_up_block.value).toBe('2001:db8:1::/48');
    expect((await block('network', '198.51.100.7')).json.data.sign_up_block.value).toBe('198.51.100.7/32');
    const blocked = ['203.0.113.1', '::ffff:203.0.113.9', '2001:db8:1:2::3', '198.51.100.7'];
    for (const ip of blocked) expect(await isBlocked('a@free.example', ip), ip).toBe(true);
    for (const ip of ['203.0.114.1', '2001:db8:2::1', '198.51.100.8', undefined, 'nonsense'])
      expect(await isBlocked('a@free.example', ip), String(ip)).toBe(false);
  });

  it('keep out the caller of a sign-up', async () => {
    const { id } = (await block('network', '127.0.0.1')).json.data.sign_up_block;
    expect(codeOf(await from('home@free.example'))).toEqual([403, 'permission_denied']);
    await t.call('DELETE', `${path}/${id}`, { token: operator.token });
    expect((await from('home@free.example')).status).toBe(201);
  });

  it.each(['0.0.0.0/0', '::/0', '10.0.0.0/7', '203.0.113.0/33', 'example.com', '', '1.2.3'])(
    'are not %s',
    async (value) => {
      expect((await block('network', value)).status).toBe(400);
    },
  );
});

it('the list shows the newest first', async () => {
  const { id } = (await block('domain', 'newest.example')).json.data.sign_up_block;
  const { items } = (await t.call('GET', `${path}?limit=2`, { token: operator.token })).json.data;
  expect(items).toHaveLength(2);
  expect(items[0]).toMatchObject({ id, kind: 'domain', value: 'newest.example' });
});
