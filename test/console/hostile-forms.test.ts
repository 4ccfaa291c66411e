import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { beforeAll, expect, it } from 'vitest';
import { granted } from '../support/access.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { openConversation, sendMessage } from '../support/conversations.ts';
import { type Member, makeKey, makeMember, unique } from '../support/members.ts';
import { makeOperator } from '../support/operator.ts';
import { as, makePost } from '../support/posts.ts';

/**
 * No form prints what it got as markup, or as the address of a link: sent by the page itself, with the token of another
 * session, or without one. The fields of each form are those that the server reads.
 */
const MARKUP = `x" data-injected='y' ><i data-injected>`;
const ADDRESSES = ['javascript:alert(1)//', '//evil.example/x'];
const INJECTED =
  /<i data-injected|["'] data-injected|\b(href|src|action|formaction|hx-[a-z]+|location)="(javascript:|\/\/evil)/;

let t: TestApp;
let me: Member;
const forms: string[] = [];
const read = new Set<string>();

/** Sees the forms of all pages, and which fields they read. */
function watchForms(message: unknown): void {
  const app = (message as { fastify: FastifyInstance }).fastify;
  app.addHook('onRoute', ({ method, url, config }) => {
    if (method === 'POST' && /^(console|home)\./.test(config?.operation ?? '')) forms.push(url);
  });
  app.addHook('preHandler', async (request) => {
    const isForm = /^(console|home)\./.test(request.routeOptions.config.operation ?? '');
    if (!isForm || request.body === null || typeof request.body !== 'object') return;
    request.body = new Proxy(request.body, {
      get: (fields, name) => {
        if (typeof name === 'string') read.add(name);
        return Reflect.get(fields, name);
      },
    });
  });
}

beforeAll(async () => {
  subscribe('fastify.initialization', watchForms);
  t = await startTestApp({}, { watchesTexts: false });
  unsubscribe('fastify.initialization', watchForms);
  me = await makeMember(t);
  await makeOperator(t, me);
});

/** What the parameters of paths name. What a form has ended stays named: it is shown again as missing. */
async function named(): Promise<Record<string, string>> {
  const other = await makeMember(t);
  const conversation = await openConversation(t, other, me);
  const webhook = await t.call('POST', '/v1/webhooks', { token: me.token, body: { url: 'https://example.com/hook' } });
  return {
    id: me.profile.id,
    profile_id: me.profile.id,
    post_id: (await makePost(t, as(me), { body: 'A draft', status: 'draft' })).id,
    conversation_id: conversation,
    message_id: (await sendMessage(t, as(other), conversation)).id,
    grant_id: await granted(t, me, other, ['drafting']),
    api_key_id: (await makeKey(t, me, { scopes: ['posts:read'], profileIds: [me.profile.id] })).id,
    webhook_id: webhook.json.data.webhook?.id ?? webhook.json.data.id,
    account_id: other.accountId,
    username: other.profile.username,
    list: 'followers',
  };
}

const NOBODY = '018f0000-0000-7000-8000-000000000000';

it('no form prints what it got as markup or as an address', async () => {
  const names = await named();
  const post = await makePost(t, as(me), { body: 'Something to say' });
  const injected: string[] = [];
  let session = { cookie: me.token, token: '' };
  const send = async (url: string, fields: Record<string, string>, cookie: string | null) => {
    const answer = await t.app.inject({
      method: 'POST',
      url,
      cookies: cookie === null ? {} : { pronet_session: cookie },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    });
    const found = INJECTED.exec(`${answer.payload}\nlocation="${answer.headers.location ?? ''}"`);
    if (found || answer.statusCode >= 500)
      injected.push(`${url} ${JSON.stringify(fields)} ${found ?? answer.statusCode}`);
  };
  /** With the token of the page. Some forms end the session. */
  const submit = async (url: string, fields: Record<string, string>) => {
    session = await signedIn(session);
    await send(url, { ...fields, token: session.token }, session.cookie);
  };
  expect(forms.length).toBeGreaterThan(60);
  for (const form of forms) {
    const path = form.replace(/:(\w+)/g, (_all, name) =>
      name === 'word' ? (form.startsWith('/@') ? names['username']! : post.id) : (names[name] ?? NOBODY),
    );
    const fields = new Set<string>();
    const trials: Record<string, string>[] = [{}];
    for (const trial of trials) {
      read.clear();
      await submit(path, trial);
      for (const name of read) {
        if (name === 'token' || fields.has(name)) continue;
        fields.add(name);
        trials.push({ [name]: MARKUP });
      }
    }
    for (const value of [MARKUP, ...ADDRESSES]) {
      const all = Object.fromEntries([...fields].map((name) => [name, value]));
      const hostile = encodeURIComponent(value);
      const url = `${path}?${['do', 'profile', 'next', 'status'].map((name) => `${name}=${hostile}`).join('&')}`;
      await submit(url, all);
      // The way that shows a form again needs no token.
      for (const cookie of [session.cookie, null]) await send(url, { ...all, token: value }, cookie);
    }
    // A path takes any text.
    if (path !== form) await submit(form.replace(/:\w+/g, encodeURIComponent(MARKUP)), {});
  }
  expect(injected).toEqual([]);
}, 240_000);

async function signedIn(session: { cookie: string; token: string }): Promise<{ cookie: string; token: string }> {
  const tokenOf = async (cookie: string) => {
    const page = await t.app.inject({ url: '/console/account', cookies: { pronet_session: cookie } });
    return /name="token" value="([^"]+)"/.exec(page.payload)?.[1];
  };
  if (session.token !== '' && (await t.call('GET', '/v1/me', { token: session.cookie })).status === 200) return session;
  const { email, password } = me;
  const opened = await t.call('POST', '/v1/account/sessions', { body: { email, password } });
  const cookie = opened.json.data.session.token;
  return { cookie, token: (await tokenOf(cookie))! };
}

it('refuses the form of another site, before it shows anything', async () => {
  for (const site of ['cross-site', 'same-site', 'same-origin', 'none']) {
    const { statusCode, payload } = await t.app.inject({
      method: 'POST',
      url: `/console/posts/${NOBODY}/${NOBODY}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site },
      payload: `body=${unique('typed')}`,
    });
    const isRefused = site.endsWith('-site');
    expect([statusCode, payload.includes('<textarea')], site).toEqual([isRefused ? 403 : 422, !isRefused]);
  }
  const link = await t.app.inject({ url: '/console/sign-in', headers: { 'sec-fetch-site': 'cross-site' } });
  expect(link.statusCode, 'a link').toBe(200);
});
