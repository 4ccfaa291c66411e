import { beforeAll, describe, expect, it } from 'vitest';
import { systemCtx } from '../../../src/ctx.ts';
import { sweepMedia } from '../../../src/jobs/sweep-media.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { begin, exportOf, fetchFile, make, read } from '../../support/exports.ts';
import { mailedTokens, runResetJobs } from '../../support/mails.ts';
import { makeMember, PASSWORD, type SignedUp, signUp } from '../../support/members.ts';
import { as, makePost } from '../../support/posts.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

const NEW = 'eleven loud geese under the bridge';

async function signIn({ email }: SignedUp, password = PASSWORD): Promise<{ id: string; token: string }> {
  const answer = await t.call('POST', '/v1/account/sessions', { body: { email, password } });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data.session;
}

const end = (token: string, session: string) => t.call('DELETE', `/v1/account/sessions/${session}`, { token });

/** How an account ends what somebody else may have read. Each returns the password that is valid then. */
const WAYS: Record<string, (me: SignedUp) => Promise<string>> = {
  'a password reset': async ({ email }) => {
    await t.call('POST', '/v1/account/password-reset', { body: { email } });
    await runResetJobs(t);
    const [token] = await mailedTokens(t, email, 'reset-password');
    const body = { token, new_password: NEW };
    expect((await t.call('POST', '/v1/account/password-reset/confirm', { body })).status).toBe(200);
    return NEW;
  },
  'a new password': async ({ token }) => {
    const body = { current_password: PASSWORD, new_password: NEW };
    expect((await t.call('POST', '/v1/account/password', { token, body })).status).toBe(200);
    return NEW;
  },
  'the end of another session': async (me) => {
    expect((await end(me.token, (await signIn(me)).id)).json.data.revoked).toBe(true);
    return PASSWORD;
  },
  'a leaked session': async (me) => {
    await makePost(t, as(await makeMember(t)), { body: me.token });
    return PASSWORD;
  },
};

describe('the exports of an account', () => {
  it.each(Object.entries(WAYS))('end with %s, as do pending ones', async (_name, way) => {
    const [me, other] = [await signUp(t), await signUp(t)];
    const [mine, others] = [await exportOf(t, me), await exportOf(t, other)];
    const pending = (await begin(t, me)).json.data.export.id;
    const { rows } = await t.pool.query('select blob_key from exports where id = $1', [mine.id]);

    const again = await signIn(me, await way(me));
    expect((await fetchFile(t, mine.url)).statusCode).toBe(404);
    expect((await fetchFile(t, others.url)).statusCode).toBe(200);
    await make(t, pending);
    for (const id of [mine.id, pending]) expect((await read(t, again, id)).json.error_code).toBe('export_not_found');
    await sweepMedia(systemCtx(t.deps, 'test'));
    expect(await t.deps.blobs.open(rows[0].blob_key)).toBeNull();
    expect((await exportOf(t, again)).response.statusCode).toBe(200);
  });

  it('stay when a session signs itself out, or is ended again', async () => {
    const me = await signUp(t);
    const second = await signIn(me);
    const { url } = await exportOf(t, me);
    await end(second.token, 'current');
    expect((await end(me.token, second.id)).json.data.revoked).toBe(false);
    expect((await fetchFile(t, url)).statusCode).toBe(200);
  });
});
