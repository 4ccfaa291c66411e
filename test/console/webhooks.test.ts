import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Member, makeMember, makeProfile } from '../support/members.ts';
import { makeGrant } from '../support/oauth-grants.ts';
import { as, makePost } from '../support/posts.ts';
import { signedIn } from '../support/signed-in.ts';
import { BROKEN, dispatch, makeReceiver, makeWebhook, OK, runWebhooks } from '../support/webhooks.ts';

const LIST = '/console/webhooks';
const receiver = makeReceiver();
let t: TestApp;
let me: Member;
let visitor: ReturnType<typeof signedIn>;
beforeAll(async () => {
  t = await startTestApp({}, { post: receiver.post });
});
beforeEach(async () => {
  me = await makeMember(t);
  visitor = signedIn(t, me);
  await dispatch(t);
  receiver.take();
  receiver.answer = () => OK;
});

const read = async (id: string) => (await t.call('GET', `/v1/webhooks/${id}`, { token: me.token })).json.data.webhook;
const onceIn = (html: string) => /name="once" value="([^"]+)"/.exec(html)![1]!;
const run = () => runWebhooks(t, me.accountId);

describe('webhooks', () => {
  it('of an app without access are not enabled, and say why', async () => {
    const grant = await makeGrant(t, me, { scopes: ['webhooks:all'] });
    const { id } = await makeWebhook(t, grant, { profile_ids: [me.profile.id] });
    await t.call('DELETE', `/v1/oauth-grants/${grant.id}`, { token: me.token });
    const refused = await visitor.post(`${LIST}/${id}/enabled`, { do: 'enable' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('Authorize the app again first, or create a webhook of your own.');
    expect((await read(id)).enabled).toBe(false);
  });

  it('are created with a secret that is shown once, listed, edited and deleted', async () => {
    const other = await makeProfile(t, me, { name: 'Rossi bakery' });
    const empty = await visitor.get(LIST);
    expect(empty.text).toContain('No webhooks yet.');
    expect(empty.html).toContain('href="/docs/reference#webhooks"');
    expect(empty.html).toMatch(/href="\/console\/webhooks" aria-current="page"/);
    const once = onceIn((await visitor.get(`${LIST}/new`)).html);
    const fields = {
      once,
      url: 'https://hooks.example.com/in?a=1&b=2',
      events: 'own',
      type: ['post.published', 'comment.created'],
      whose: 'own',
      profile: other.id,
    };
    const created = await visitor.post(`${LIST}/new`, fields);
    const [, secret] = /<pre class="secret" id="secret">(whsec_[^<]+)<\/pre>/.exec(created.html)!;
    const [, id = ''] = /href="\/console\/webhooks\/([0-9a-f-]{36})"/.exec(created.html)!;
    expect(await read(id)).toMatchObject({
      types: ['post.published', 'comment.created'],
      profile_ids: [other.id],
      url: fields.url,
    });
    const [list, page] = [await visitor.get(LIST), await visitor.get(`${LIST}/${id}`)];
    expect(list.text).toMatch(/https:\/\/hooks\.example\.com\/in\?a=1&amp;b=2 Enabled .*2 types .*Last success never/);
    for (const { html } of [list, page]) expect(html).not.toContain(secret);
    expect(page.text).toContain(`@${other.username}`);

    const saved = await visitor.post(`${LIST}/${id}`, {
      url: 'https://hooks.example.com/two',
      events: 'all',
      whose: 'all',
    });
    expect(saved.location).toBe(`${LIST}/${id}?done=webhook_saved`);
    expect(await read(id)).toMatchObject({ url: 'https://hooks.example.com/two', types: null, profile_ids: null });
    const rotated = await visitor.post(`${LIST}/${id}/rotate`, { once: onceIn(page.html), overlap: '3600' });
    expect(rotated.html).toMatch(/id="secret">whsec_/);
    expect(rotated.html).not.toContain(secret);
    expect(rotated.html).toMatch(/the old secret, which expires <time /);
    expect((await read(id)).previous_secret_ends_at).not.toBeNull();
    expect((await visitor.post(`${LIST}/${id}/delete`)).location).toBe(`${LIST}?done=webhook_deleted`);
    expect((await visitor.get(`${LIST}/${id}`)).status).toBe(404);
  });

  it('keep what was typed next to the reason if they are refused', async () => {
    const typed = { once: 'a', url: 'http://10.0.0.1/x', events: 'all', whose: 'all' };
    const refused = await visitor.post(`${LIST}/new`, typed);
    expect([refused.status, refused.html.includes('value="http://10.0.0.1/x"')]).toEqual([422, true]);
    expect(refused.html).toMatch(/id="url-problem">Use a public https URL/);
    const nothing = { once: 'b', url: 'https://hooks.example.com/x', events: 'own', whose: 'own' };
    const unchecked = await visitor.post(`${LIST}/new`, nothing);
    expect(unchecked.html.match(/<p class="wrong">Choose at least one\.<\/p>/g)).toHaveLength(2);
    const stranger = await makeMember(t);
    const foreign = await visitor.post(`${LIST}/new`, { ...nothing, events: 'all', profile: stranger.profile.id });
    expect(foreign.html).toContain('<p class="wrong">Choose only profiles that you own or manage.</p>');
    const { id } = await makeWebhook(t, me);
    const edited = await visitor.post(`${LIST}/${id}`, typed);
    expect([edited.status, edited.html.includes('value="http://10.0.0.1/x"')]).toEqual([422, true]);
  });

  it('are disabled and enabled, and seen by nobody else', async () => {
    const { id } = await makeWebhook(t, me);
    const enabled = (by = visitor, word = 'disable') => by.post(`${LIST}/${id}/enabled`, { do: word });
    const stranger = signedIn(t, await makeMember(t));
    expect((await stranger.get(`${LIST}/${id}`)).status).toBe(404);
    expect((await enabled(stranger)).status).toBe(404);
    expect((await stranger.get(LIST)).text).not.toContain('hooks.example.com');
    expect((await enabled()).location).toContain('done=webhook_disabled');
    expect((await visitor.get(`${LIST}/${id}`)).text).toContain('You disabled it.');
    await enabled(visitor, 'enable');
    expect(await read(id)).toMatchObject({ enabled: true });
    const forged = await visitor.post(`${LIST}/${id}/delete`, { token: 'forged' });
    expect([forged.status, (await read(id)).id]).toEqual([403, id]);
  });
});

describe('deliveries', () => {
  it('are tested, listed with the escaped answer, and replayed', async () => {
    const { id } = await makeWebhook(t, me);
    receiver.answer = () => ({ ...BROKEN, excerpt: '<b>Broken</b>' });
    const fresh = await visitor.get(`${LIST}/${id}`);
    expect(fresh.text).toContain('Nothing was sent in the last 30 days.');
    const tested = await visitor.post(`${LIST}/${id}/test`, { once: onceIn(fresh.html) });
    expect(tested.location).toBe(`${LIST}/${id}?done=webhook_tested`);
    await visitor.post(`${LIST}/${id}/test`, { once: onceIn(fresh.html) });
    await run();
    expect(
      receiver.take().map(({ json }) => json.type),
      'one for each form',
    ).toEqual(['webhook.test']);
    const shown = await visitor.get(`${LIST}/${id}`);
    expect(shown.text).toMatch(
      /webhook\.test Pending .*1 attempt · HTTP 500 · 3 ms · next attempt .*did not respond with 2xx\./,
    );
    expect(shown.html).toMatch(/Request:<\/p><pre class="secret">content-type: application\/json\nwebhook-id: /);
    expect(shown.html).toMatch(/&quot;type&quot;: &quot;webhook\.test&quot;/);
    expect(shown.text).toMatch(/Created .*, by you/);
    expect(shown.html).toContain('<pre class="secret">&lt;b&gt;Broken&lt;/b&gt;</pre>');

    await makePost(t, as(me));
    await makePost(t, as(me));
    await run();
    const waiting = await visitor.get(`${LIST}/${id}`);
    const [, first] = /Waiting for <a href="#(d-[^"]+)">an earlier delivery/.exec(waiting.html)!;
    expect(waiting.html).toContain(`<li id="${first}">`);
    await t.pool.query(`delete from webhook_deliveries where webhook_id = $1 and type <> 'webhook.test'`, [id]);
    receiver.take();

    const replay = async (html: string) => {
      const [, path, once] = /action="([^"]+\/replay)">.*?name="once" value="([^"]+)"/s.exec(html)!;
      return visitor.post(path!, { once: once! });
    };
    receiver.answer = () => OK;
    expect((await replay(shown.html)).location).toBe(`${LIST}/${id}?done=delivery_replayed`);
    await run();
    const done = await visitor.get(`${LIST}/${id}`);
    expect(done.text).toMatch(/webhook\.test Delivered .*2 attempts · HTTP 204/);
    await replay(done.html);
    await run();
    expect(receiver.take().map(({ json }) => json.type)).toEqual(['webhook.test', 'webhook.test']);
    expect((await visitor.get(LIST)).text).toMatch(/Last success \d/);
  });

  it('of a disabled webhook wait until it is enabled, and the page says so', async () => {
    const { id } = await makeWebhook(t, me);
    const page = `${LIST}/${id}`;
    await visitor.post(`${page}/test`, { once: 'first' });
    await run();
    await visitor.post(`${page}/enabled`, { do: 'disable' });
    const shown = await visitor.get(page);
    expect(shown.text).toContain('Tests and replays wait until then.');
    const [, replay] = /action="([^"]+\/replay)"/.exec(shown.html)!;
    const answers = [
      [await visitor.post(replay!, { once: 'second' }), 'replay_waits', 'The delivery is pending again. It waits'],
      [await visitor.post(`${page}/test`, { once: 'third' }), 'webhook_test_waits', 'Test event created. It waits'],
    ] as const;
    for (const [{ location }, notice, words] of answers) {
      expect(location).toBe(`${page}?done=${notice}`);
      expect((await visitor.get(location!)).text).toContain(`${words} until you enable the webhook.`);
    }
    receiver.take();
    await run();
    expect(receiver.take()).toEqual([]);
    expect((await visitor.get(page)).text.match(/Waiting until you enable the webhook\./g)).toHaveLength(2);
    await visitor.post(`${page}/enabled`, { do: 'enable' });
    await run();
    expect(receiver.take().map(({ json }) => json.type)).toEqual(['webhook.test', 'webhook.test']);
  });
});
