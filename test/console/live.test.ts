import { beforeAll, expect, it } from 'vitest';
import { openConversation, sendMessage } from '../support/conversations.ts';
import { dispatch } from '../support/events.ts';
import { makeMember } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { as, makeContacts } from '../support/posts.ts';
import { signedIn } from '../support/signed-in.ts';

let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp();
});

/** The stream of a session, as a browser opens it. */
async function openStream(token: string, headers: Record<string, string> = {}) {
  const stop = new AbortController();
  const answer = await fetch(`${t.origin}/console/live/events`, {
    headers: { cookie: `pronet_session=${token}`, ...headers },
    signal: stop.signal,
  });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    answer,
    stop: () => stop.abort(),
    /** What has arrived, once it matches. */
    async until(wanted: RegExp): Promise<string> {
      while (!wanted.test(text)) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`the stream ended after ${text}`);
        text += value;
      }
      return text;
    },
    async end(): Promise<void> {
      while (!(await reader.read()).done);
    },
  };
}

it('streams the events of all profiles of the session, and goes on after the last one', async () => {
  const [ada, nina] = [await makeMember(t), await makeMember(t)];
  await makeContacts(t, ada, nina);
  const id = await openConversation(t, nina, ada);
  await dispatch(t);
  const stream = await openStream(ada.token);
  expect(stream.answer.headers.get('content-type')).toContain('text/event-stream');
  expect(stream.answer.headers.get('access-control-allow-origin')).toBeNull();
  await stream.until(/retry/);
  await sendMessage(t, as(nina), id, 'First');
  await dispatch(t);
  const text = await stream.until(/message\.created[\s\S]*\n\n/);
  expect(text).toContain(id);
  expect(text).not.toMatch(/^event:/m);
  stream.stop();
  const [, last] = [...text.slice(0, text.indexOf('message.created')).matchAll(/^id: (.+)$/gm)].at(-1)!;
  await sendMessage(t, as(nina), id, 'Meanwhile');
  await dispatch(t);
  const again = await openStream(ada.token, { 'last-event-id': last! });
  await again.until(/message\.created/);
  again.stop();
  expect((await openStream(ada.token, { 'last-event-id': 'junk' })).answer.status).toBe(400);
});

it('gives the place of a closed stream back, and ends with the session', async () => {
  const ada = await makeMember(t);
  for (let i = 0; i < 8; i++) {
    await expect
      .poll(async () => {
        const stream = await openStream(ada.token);
        stream.stop();
        return stream.answer.status;
      })
      .toBe(200);
  }
  const stream = await openStream(ada.token);
  await stream.until(/retry/);
  await t.call('DELETE', '/v1/account/sessions/current', { token: ada.token });
  await stream.end();
  expect((await openStream(ada.token)).answer.headers.get('content-type')).toContain('text/html');
});

it('counts what is pending, for the session alone', async () => {
  const [ada, nina] = [await makeMember(t), await makeMember(t)];
  await makeContacts(t, ada, nina);
  await sendMessage(t, as(nina), await openConversation(t, nina, ada));
  const { html } = await signedIn(t, ada).get('/console/live/badges');
  expect(JSON.parse(html)).toMatchObject({ '/console/messages': '1' });
  expect((await t.app.inject({ url: '/console/live/badges' })).payload).not.toContain('/console/messages');
});
