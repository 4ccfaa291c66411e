import { beforeAll, describe, expect, it } from 'vitest';
import { expireExports } from '../../../src/areas/exports/expire.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { makeHandlers } from '../../../src/jobs/handlers.ts';
import { sweepMedia } from '../../../src/jobs/sweep-media.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { begin, exportOf, fetchFile, make, read } from '../../support/exports.ts';
import { makeMember, PASSWORD, signUp } from '../../support/members.ts';
import { as, makePost } from '../../support/posts.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

const HOUR_MS = 3_600_000;
const ctx = () => systemCtx(t.deps, 'test');
const keyOf = async (id: string) =>
  (await t.pool.query('select blob_key from exports where id = $1', [id])).rows[0]?.blob_key as string | undefined;
const filesInStore = async () => {
  const keys: string[] = [];
  for await (const { key } of t.deps.blobs.list()) if (key.endsWith('.zip')) keys.push(key);
  return keys;
};

describe('an export', () => {
  it('is pending until its job runs, is created once at a time, and is visible to its account only', async () => {
    const [me, stranger] = [await makeMember(t), await makeMember(t)];
    const answers = await Promise.all(Array.from({ length: 5 }, () => begin(t, me)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    const ids = new Set(answers.map(({ json }) => json.data.export.id));
    expect(ids.size).toBe(1);
    const [id] = ids as Set<string>;
    const jobs = await t.pool.query(
      "select data from jobs.job where name = 'exports.make' and data->>'export_id' = $1",
      [id],
    );
    expect(jobs.rowCount).toBe(1);
    expect((await read(t, me, id!)).json.data.export).toMatchObject({ status: 'pending', url: null, expires_at: null });
    expect((await read(t, stranger, id!)).json.error_code).toBe('export_not_found');
    await make(t, id!);
    await make(t, id!);
    expect((await read(t, me, id!)).json.data.export.status).toBe('ready');
    expect((await begin(t, me)).json.data.export.id).not.toBe(id);
  });

  it('starts nothing in a dry run', async () => {
    const me = await makeMember(t);
    const answer = await t.call('POST', '/v1/exports', { token: me.token, headers: { 'dry-run': 'true' } });
    expect(answer.json.data.export.status).toBe('pending');
    expect((await read(t, me, answer.json.data.export.id)).json.error_code).toBe('export_not_found');
  });

  it('is limited to three per day', async () => {
    const limited = await startTestApp({ RATE_LIMIT_ENABLED: 'true' });
    const me = await makeMember(limited);
    for (let n = 0; n < 3; n++) {
      const { id } = (await begin(limited, me)).json.data.export;
      for (let again = 0; again < 3; again++) expect((await begin(limited, me)).json.data?.export.id).toBe(id);
      await make(limited, id);
    }
    expect((await begin(limited, me)).json.error_code).toBe('rate_limited');
  });
});

describe('its file', () => {
  it('is opened by the URL alone, as a download that is not cached', async () => {
    const { url, response } = await exportOf(t, await makeMember(t));
    expect(response.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="pronet-export-\d{4}-\d\d-\d\d\.zip"$/),
      'x-content-type-options': 'nosniff',
    });
    const head = await t.app.inject({ method: 'HEAD', url: url.replace(t.deps.config.baseUrl, '') });
    expect([head.statusCode, head.headers['content-length'], head.payload]).toEqual([
      200,
      String(response.rawPayload.length),
      '',
    ]);
    const wrong = [
      url.replace(/signature=(.)/, (_all: string, first: string) => `signature=${first === 'A' ? 'B' : 'A'}`),
      url.replace(/expires=\d/, 'expires=9'),
      url.replace(/\?.*/, ''),
      url.replace(/([0-9a-f])\.zip/, (_all: string, last: string) => `${last === 'f' ? 'e' : 'f'}.zip`),
      `${t.deps.config.baseUrl}/media/${await keyOf(/exports\/([^.]+)/.exec(url)![1]!)}`,
    ];
    for (const one of wrong) expect((await fetchFile(t, one)).statusCode, one).toBe(404);
  });

  it('expires after 24 hours, with the export', async () => {
    const me = await makeMember(t);
    const { id, url } = await exportOf(t, me);
    const key = await keyOf(id);
    t.clock.advance(23 * HOUR_MS);
    await expireExports(ctx());
    expect((await fetchFile(t, url)).statusCode).toBe(200);
    t.clock.advance(HOUR_MS + 1000);
    expect((await fetchFile(t, url)).statusCode, 'even before the job runs').toBe(404);
    expect((await read(t, me, id)).json.error_code).toBe('export_not_found');
    await expireExports(ctx());
    await sweepMedia(ctx());
    expect(await filesInStore()).not.toContain(key);
  });

  it('needs a recent sign-in', async () => {
    const late = await makeMember(t);
    await t.pool.query("update credentials set created_at = now() - interval '3 hours' where account_id = $1", [
      late.accountId,
    ]);
    const answer = await t.call('POST', '/v1/exports', { token: late.token });
    expect([answer.status, answer.json.error_code]).toEqual([403, 'recent_sign_in_required']);
  });

  it('is removed with the account', async () => {
    const me = await makeMember(t);
    const { id } = await exportOf(t, me);
    const key = await keyOf(id);
    expect(await filesInStore()).toContain(key);
    await t.call('DELETE', '/v1/account', { token: me.token, body: { password: PASSWORD } });
    await t.pool.query('update accounts set deletion_scheduled_at = $2 where id = $1', [me.accountId, t.clock.now()]);
    await makeHandlers(t.deps)['account.erase'](ctx(), {});
    expect(await keyOf(id)).toBeUndefined();
    await sweepMedia(ctx());
    expect(await filesInStore()).not.toContain(key);
  });
});

describe('failures', () => {
  it('retries if the store fails, gives up after the third attempt, and leaves nothing behind', async () => {
    const me = await makeMember(t);
    await makePost(t, as(me));
    const { id } = (await begin(t, me)).json.data.export;
    const before = await filesInStore();
    const { blobs } = t.deps;
    const broken = {
      ...blobs,
      putStream: async (...given: Parameters<typeof blobs.putStream>) => {
        given[1].destroy(new Error('the disk is full'));
        await blobs.putStream(...given);
      },
    };
    const deps = { ...t.deps, blobs: broken };
    const attempt = () => makeHandlers(deps)['exports.make'](systemCtx(deps, 'test'), { export_id: id });
    await expect(attempt()).rejects.toThrow();
    await expect(attempt()).rejects.toThrow();
    expect((await read(t, me, id)).json.data.export.status).toBe('pending');
    await attempt();
    expect((await read(t, me, id)).json.data.export).toMatchObject({ status: 'failed', url: null });
    t.clock.advance(2 * HOUR_MS);
    await sweepMedia(ctx());
    expect(await filesInStore()).toEqual(before);
    const { email, password } = me;
    const again = await t.call('POST', '/v1/account/sessions', { body: { email, password } });
    const { token } = again.json.data.session;
    expect((await begin(t, { token })).status, 'another one can be created').toBe(201);
  });

  it('gives up after half a day if all workers died', async () => {
    const me = await signUp(t);
    const { id } = (await begin(t, me)).json.data.export;
    t.clock.advance(13 * HOUR_MS);
    await expireExports(ctx());
    expect((await read(t, me, id)).json.data.export.status).toBe('failed');
    t.clock.advance(7 * 24 * HOUR_MS);
    await expireExports(ctx());
    expect((await read(t, me, id)).json.error_code).toBe('export_not_found');
  });
});
