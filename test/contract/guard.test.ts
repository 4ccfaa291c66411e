import { beforeAll, describe, expect, it } from 'vitest';
import { newSecret } from '../../src/auth/key-format.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { CANARY, makeWatch, say } from '../support/canary.ts';
import { makeMember } from '../support/members.ts';
import { makeResponseCheck, routeFinder } from '../support/response-check.ts';

/** The checks that run on every test must be able to fail. */
let t: TestApp;
let check: ReturnType<typeof makeResponseCheck>;
let text: string;
beforeAll(async () => {
  t = await startTestApp();
  check = makeResponseCheck(t.app);
  const me = await makeMember(t);
  const made = await t.call('POST', '/v1/posts', {
    token: me.token,
    as: me.profile.id,
    body: { body: say('Good morning') },
  });
  text = (await t.call('GET', `/v1/posts/${made.json.data.id}`)).text;
});

const headers = { 'x-request-id': 'r', 'content-type': 'application/json; charset=utf-8' };
const route = () => routeFinder(t.app.routes)('GET', '/v1/posts/01a1fe6a-7ee9-7ed9-a20a-ea11412ed5f5')!;
// biome-ignore lint/suspicious/noExplicitAny: answers are bent here on purpose
const bent = (change: (answer: any) => void) => {
  const answer = JSON.parse(text);
  change(answer);
  return { status: 200, text: JSON.stringify(answer), headers };
};

describe('reports responses that differ from the document', () => {
  const problems = (answer: { status: number; text: string; headers: Record<string, unknown> }) =>
    check.problemsOf(route(), 'GET', answer);

  it('accepts a correct response', () => {
    expect(problems({ status: 200, text, headers })).toEqual([]);
  });

  it.each<[string, Parameters<typeof bent>[0], RegExp]>([
    ['an undeclared field', (answer) => Object.assign(answer.data, { extra: 1 }), /additional properties.*extra/],
    [
      'an undeclared field of a nested object',
      (answer) => Object.assign(answer.data.profile, { email: 'x' }),
      /additional properties.*email/,
    ],
    [
      'an undeclared field of agent',
      (answer) => Object.assign(answer.agent, { note: 'x' }),
      /additional properties.*note/,
    ],
    ['a missing field', (answer) => delete answer.data.revision, /required property 'revision'/],
    ['another type', (answer) => Object.assign(answer.data, { likes_count: '1' }), /must be integer/],
    ['null where it is not allowed', (answer) => Object.assign(answer.data, { created_at: null }), /must be string/],
    ['an unknown enum value', (answer) => Object.assign(answer.data, { kind: 'story' }), /allowed values/],
    [
      'a timestamp in another format',
      (answer) => Object.assign(answer.data, { created_at: 'yesterday' }),
      /pattern|format/,
    ],
  ])('reports %s', (_name, change, message) => {
    expect(problems(bent(change)).join('\n')).toMatch(message);
  });

  it('reports an undeclared status and a failure with another code', () => {
    expect(problems({ status: 418, text, headers })[0]).toMatch(/answered 418/);
    const failure = (code: string) => ({
      status: 404,
      text: JSON.stringify({ ok: false, data: null, agent: {}, error_code: code, error_message: 'x' }),
      headers,
    });
    expect(problems(failure('post_not_found'))).toEqual([]);
    expect(problems(failure('webhook_not_found')).join()).toMatch(/answered 404 with webhook_not_found; add/);
    expect(problems(failure('rate_limited')).join()).toMatch(/whose status is 429/);
  });
});

describe('reports member texts and secrets', () => {
  const problems = (answer: { status: number; text: string; headers: Record<string, unknown> }) =>
    makeWatch(check.document).problemsOf(route(), answer);

  it('accepts them where they belong', () => {
    expect(text).toContain(CANARY);
    expect(problems({ status: 200, text, headers })).toEqual([]);
  });

  it.each<[string, Parameters<typeof bent>[0]]>([
    ['the hint', (answer) => Object.assign(answer.agent, { hint: say('Ask') })],
    [
      'a next action',
      (answer) => Object.assign(answer.agent, { next_actions: [{ method: 'GET', path: `/v1/${CANARY}`, why: '' }] }),
    ],
    ['a field that the service does not set', (answer) => Object.assign(answer.data, { url: `https://x/${CANARY}` })],
    ['the name of a field', (answer) => Object.assign(answer.agent, { [CANARY]: 1 })],
    ['a secret in a text', (answer) => Object.assign(answer.data, { body: newSecret('api_key') })],
    ['a secret among others', (answer) => Object.assign(answer.agent, { hint: newSecret('session') })],
  ])('reports them in %s', (_name, change) => {
    expect(problems(bent(change))).not.toEqual([]);
  });

  it('reports them in an error, a header, the log and a mail', () => {
    const watch = makeWatch(check.document);
    const failure = JSON.stringify({
      ok: false,
      data: null,
      agent: {},
      error_code: 'post_not_found',
      error_message: CANARY,
    });
    expect(watch.problemsOf(route(), { status: 404, text: failure, headers })).toHaveLength(1);
    expect(
      watch.problemsOf(route(), { status: 200, text, headers: { ...headers, link: `</${CANARY}>` } }),
    ).toHaveLength(1);
    expect(watch.problemsOfLog(`{"msg":"${CANARY}"}`)).toHaveLength(1);
    expect(watch.problemsOfLog(`{"msg":"${newSecret('one_time')}"}`)).toHaveLength(1);
    expect(watch.problemsOfEvent(`{"body":"${CANARY}"}`)).toHaveLength(1);
    expect(watch.problemsOfMail(`To: a@b.c\nSubject: ${CANARY}\n\nHello`)).toHaveLength(1);
    expect(watch.problemsOfMail(`To: a@b.c\n\n${newSecret('session')}`)).toHaveLength(1);
    expect(watch.problemsOfMail(`To: a@b.c\n\n${newSecret('one_time')}`)).toEqual([]);
  });

  it('learns them from requests in JSON and forms, and allows a password nowhere', () => {
    const watch = makeWatch(check.document);
    watch.record({ bio: 'I breed heavy horses', password: 'correct horse battery' }, false);
    watch.record(
      Buffer.from('--b\r\nContent-Disposition: form-data; name="body"\r\n\r\nOf a form part\r\n--b--'),
      true,
    );
    const hint = (word: string) =>
      watch.problemsOf(
        route(),
        bent((answer) => Object.assign(answer.agent, { hint: word })),
      );
    expect(hint('I breed heavy horses')).toHaveLength(1);
    expect(hint('Of a form part')).toHaveLength(1);
    const inBody = watch.problemsOf(
      route(),
      bent((answer) => Object.assign(answer.data, { body: 'correct horse battery' })),
    );
    expect(inBody).toHaveLength(1);
  });
});
