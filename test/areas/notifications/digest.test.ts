import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Digest, digest } from '../../../src/adapters/mail/templates/digest.ts';
import { sendDigests } from '../../../src/areas/notifications/digest.ts';
import { makeConfig } from '../../../src/config/config.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { openConversation, sendMessage } from '../../support/conversations.ts';
import { dispatch } from '../../support/events.ts';
import { follow } from '../../support/follows.ts';
import { mailsTo } from '../../support/mails.ts';
import { type Member, makeMember, makeProfile } from '../../support/members.ts';
import { as, makePost } from '../../support/posts.ts';

/** The daily mail about unread notifications, and its address for unsubscribing. */
const DAY_MS = 86_400_000;

let t: TestApp;
let me: Member;
let ada: Member;
beforeAll(async () => {
  t = await startTestApp();
});
beforeEach(async () => {
  [me, ada] = [await makeMember(t), await makeMember(t)];
  await t.pool.query('update accounts set email_verified_at = $2 where id = $1', [me.accountId, t.clock.now()]);
  t.clock.advance(1000);
});

const sendNow = () => sendDigests(systemCtx(t.deps, 'job.notifications.digest'));
const send = async () => {
  await dispatch(t);
  t.clock.advance(60_000);
  return sendNow();
};
const comment = async (by: Member, on: string) => {
  t.clock.advance(1000);
  await makePost(t, as(by), { reply_to_post_id: on, body: 'A comment nobody should mail' });
};

async function digests(): Promise<ReturnType<typeof digest>[]> {
  const setting = { baseUrl: 'https://net.example', authUrl: 'https://net.example', serviceName: 'pronet' };
  const orders = (await mailsTo(t, me.email)).filter(({ template }) => template === 'digest');
  return orders.map(({ params }) => digest({ ...(params as Digest), ...setting }));
}

describe('the digest', () => {
  it('is one mail for all profiles of an account, with numbers and usernames only', async () => {
    const second = await makeProfile(t, me);
    const post = await makePost(t, as(me));
    await comment(ada, post.id);
    await sendMessage(t, as(ada), await openConversation(t, ada, me));
    await t.call('POST', '/v1/contact-requests', {
      ...as(ada),
      body: { profile_id: second.id, message: 'A note nobody should mail' },
    });
    await follow(t, ada, me);
    await Promise.all([send(), send()]);
    const [mail, ...more] = await digests();
    expect(more).toEqual([]);
    const from = `from @${ada.profile.username}`;
    expect(mail!.text).toContain(
      `New for @${me.profile.username}:\n\n- 1 post with new comments, ${from}\n- 1 conversation with new messages, ${from}\n\n`,
    );
    expect(mail!.text).toContain(`New for @${second.username}:\n\n- 1 contact request, ${from}\n\n`);
    expect(mail!.html).toContain(`>1 contact request, ${from}</li>`);
    expect(mail!.text + mail!.html).not.toMatch(/nobody should mail|follower|Robin/);
    expect(mail!.unsubscribe).toMatch(/^https:\/\/net\.example\/unsubscribe\?account=[\w-]+&signature=[\w-]{43}$/);
  });

  it('leaves changes of the last minute, which may not be committed yet, to the next mail', async () => {
    const post = await makePost(t, as(me));
    await comment(ada, post.id);
    await sendNow();
    expect(await digests()).toEqual([]);
    await send();
    expect(await digests()).toHaveLength(1);
  });

  it('is sent once a day at most, and only for what is new and unread', async () => {
    const post = await makePost(t, as(me));
    await comment(ada, post.id);
    await send();
    await comment(await makeMember(t), post.id);
    await send();
    expect(await digests()).toHaveLength(1);
    t.clock.advance(DAY_MS);
    await send();
    expect(await digests(), 'another comment since').toHaveLength(2);
    t.clock.advance(DAY_MS);
    await send();
    expect(await digests(), 'nothing since').toHaveLength(2);
    await comment(await makeMember(t), post.id);
    await t.call('PUT', '/v1/notifications/read', { ...as(me), body: {} });
    await send();
    expect(await digests(), 'read since').toHaveLength(2);
  });

  it('leaves out what hidden members did', async () => {
    await comment(ada, (await makePost(t, as(me))).id);
    const hide = (at: Date | null) =>
      t.pool.query('update profiles set suspended_at = $2 where id = $1', [ada.profile.id, at]);
    await dispatch(t);
    await hide(t.clock.now());
    await send();
    expect(await digests()).toEqual([]);
    await hide(null);
    await send();
    expect(await digests()).toHaveLength(1);
  });

  it('follows the preferences, and needs a verified address', async () => {
    await t.call('PATCH', '/v1/notification-preferences', { ...as(me), body: { 'follow.created': { mail: true } } });
    await follow(t, ada, me);
    await t.pool.query('update accounts set email_verified_at = null where id = $1', [me.accountId]);
    await send();
    expect(await digests()).toEqual([]);
    await t.pool.query('update accounts set email_verified_at = $2 where id = $1', [me.accountId, t.clock.now()]);
    await send();
    expect((await digests())[0]!.text).toContain(`- 1 notification of new followers, from @${ada.profile.username}`);
  });

  it('is switched on by a mail server, and off by a setting', () => {
    const SMTP_URL = 'smtp://mail.example';
    const sends = [{}, { SMTP_URL }, { SMTP_URL, MAIL_DIGEST: 'off' }].map((env) => makeConfig(env).sendsDigests);
    expect(sends).toEqual([false, true, false]);
  });
});

describe('the address for unsubscribing', () => {
  const mailed = async () => {
    await comment(ada, (await makePost(t, as(me))).id);
    await send();
    const { pathname, search } = new URL((await digests())[0]!.unsubscribe!);
    return pathname + search;
  };
  const mails = async () => {
    const { json } = await t.call('GET', '/v1/notification-preferences', as(me));
    return new Set(Object.values(json.data as Record<string, { mail: boolean }>).map(({ mail }) => mail));
  };
  const post = (path: string) =>
    t.call('POST', path, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });

  it('stops the mails by one POST, and shows a button to people', async () => {
    const path = await mailed();
    const page = await t.call('GET', path);
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('Stop these e-mails');
    expect(page.headers['content-security-policy']).toMatch(/script-src 'self'.*form-action 'self'/);
    expect(page.text).toContain(`action="${path.replace('&', '&amp;')}"`);
    expect((await mails()).has(true), 'a GET changes nothing').toBe(true);
    for (let i = 0; i < 2; i++) expect((await post(path)).status).toBe(200);
    expect([...(await mails())]).toEqual([false]);
    t.clock.advance(DAY_MS);
    await comment(ada, (await makePost(t, as(me))).id);
    await send();
    expect(await digests()).toHaveLength(1);
    const { rows } = await t.pool.query(
      `select principal_type, account_id from audit_log where operation = 'public_pages.unsubscribe' and object_id = $1`,
      [me.accountId],
    );
    expect(rows).toEqual([{ principal_type: 'system', account_id: me.accountId }]);
  });

  it('stops the mails of later profiles too, until one of them turns them on again', async () => {
    expect((await post(await mailed())).status).toBe(200);
    const later = { token: me.token, as: (await makeProfile(t, me)).id };
    const tell = async () => {
      t.clock.advance(DAY_MS);
      await comment(ada, (await makePost(t, later)).id);
      await send();
      return (await digests()).length;
    };
    const { json } = await t.call('GET', '/v1/notification-preferences', later);
    expect([await tell(), json.data['comment.created']]).toEqual([1, { list: true, mail: false }]);
    const body = { 'comment.created': { mail: true } };
    expect((await t.call('PATCH', '/v1/notification-preferences', { ...later, body })).status).toBe(200);
    expect(await tell()).toBe(2);
  });

  it('does not work for another account, or with another signature', async () => {
    const path = await mailed();
    for (const wrong of [
      path.replace(me.accountId, ada.accountId),
      path.slice(0, -1),
      '/unsubscribe',
      `${path}&account=x`,
    ]) {
      expect([(await post(wrong)).status, (await t.call('GET', wrong)).status]).toEqual([404, 404]);
    }
    expect((await mails()).has(true)).toBe(true);
  });
});
