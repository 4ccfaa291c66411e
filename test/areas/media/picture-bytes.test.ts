import { beforeAll, expect, it } from 'vitest';
import { RATE_LIMITS } from '../../../src/core/limits.ts';
import type { Take } from '../../../src/core/rate-counters.ts';
import { type CallResult, startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../../support/members.ts';
import { png } from '../../support/pictures.ts';
import { as, grantAccess, makePost, pathOf, pictures, refusal, send, storedFiles } from '../../support/posts.ts';
import { putPicture } from '../../support/profile-pictures.ts';

/** What an account may store in a day, by whichever way its pictures arrive. */

const { windows } = RATE_LIMITS.image_bytes;
const [{ max }] = windows;
const limited = [429, 'rate_limited', undefined];

let t: TestApp;
let picture: Buffer;
let size: number;
beforeAll(async () => {
  t = await startTestApp({ RATE_LIMIT_ENABLED: 'true' });
  picture = await png({ width: 300, height: 200 });
  const member = await makeMember(t);
  const before = await usedBy(member);
  expect((await withForm(member)).status).toBe(201);
  size = (await usedBy(member)) - before;
});

const limitOf = ({ accountId }: Member, bytes: number): Take => ['image_bytes', accountId, windows, bytes];
async function usedBy(member: Member): Promise<number> {
  const [taken] = await t.deps.rateCounters.take([limitOf(member, 0)]);
  return taken!.usages[0]!.used;
}
/** Leaves room for `count` of the pictures. */
async function leaveRoom(member: Member, count: number): Promise<void> {
  const [taken] = await t.deps.rateCounters.take([limitOf(member, max - (await usedBy(member)) - count * size)]);
  expect(taken!.taken).toBe(true);
}

const withForm = (member: Member) => send(t, as(member), pictures(picture));
const withJson = (member: Member) =>
  t.call('POST', '/v1/posts/with-images', {
    ...as(member),
    body: { images: [{ content_base64: picture.toString('base64') }] },
  });
async function withUpload(member: Member): Promise<CallResult> {
  const { url } = (await t.call('POST', '/v1/uploads', as(member))).json.data;
  const { statusCode, body } = await t.app.inject({ method: 'PUT', url: pathOf(url), payload: picture });
  return { status: statusCode, text: body, json: JSON.parse(body), headers: {} };
}
async function withTool(member: Member): Promise<CallResult> {
  const images = [{ content_base64: picture.toString('base64') }];
  const answer = await t.call('POST', '/mcp?toolsets=all', {
    token: member.token,
    headers: { accept: 'application/json, text/event-stream' },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'posts_create_with_images', arguments: { as_profile_id: member.profile.id, images } },
    },
  });
  const { isError } = answer.json.result;
  const json = { ok: isError !== true, error_code: /rate_limited/.exec(answer.text)?.[0] };
  return { ...answer, status: isError ? 429 : 201, json };
}

it('counts what is stored, and names the limit with its unit', async () => {
  const member = await makeMember(t);
  await leaveRoom(member, 1);
  expect((await withForm(member)).status).toBe(201);
  const files = (await storedFiles(t)).length;
  const refused = await withForm(member);
  expect(refusal(refused)).toEqual(limited);
  expect((await storedFiles(t)).length, 'nothing is stored').toBe(files);
  expect(refused.json.agent.hint).toContain('The limit image_bytes allows 250 MiB in 1 day for each account');
  expect(refused.json.agent.retry_after_seconds).toBeGreaterThan(23 * 3600);
  expect(refused.headers['retry-after']).toBe(String(refused.json.agent.retry_after_seconds));
  await makePost(t, as(member));
});

it('holds for forms, base64, uploads, tools, avatars and pictures of a draft together', async () => {
  const member = await makeMember(t);
  const draft = await makePost(t, as(member), { status: 'draft' });
  await leaveRoom(member, 5);
  for (const way of [withForm, withJson, withUpload, withTool]) {
    const before = await usedBy(member);
    const answer = await way(member);
    expect(answer.json.ok, answer.text).toBe(true);
    expect((await usedBy(member)) - before).toBe(size);
  }
  await leaveRoom(member, 0);
  for (const way of [withForm, withJson, withUpload, withTool]) expect(refusal(await way(member))).toEqual(limited);
  const given = { ...as(member), body: { images: [{ content_base64: picture.toString('base64') }] } };
  expect(refusal(await t.call('PUT', `/v1/posts/${draft.id}/images`, given))).toEqual(limited);
  expect(refusal(await putPicture(t, as(member), member.profile.id, picture))).toEqual(limited);
});

it('counts all sizes of an avatar', async () => {
  const member = await makeMember(t);
  await leaveRoom(member, 1);
  expect(refusal(await putPicture(t, as(member), member.profile.id, picture))).toEqual(limited);
});

it('is shared by the profiles, keys and managed profiles of an account', async () => {
  const [member, owner] = [await makeMember(t), await makeMember(t)];
  const second = await makeProfile(t, member);
  await grantAccess(t, owner, member, ['posting']);
  const { token } = await makeKey(t, member, { profileIds: [second.id] });
  await leaveRoom(member, 0);
  expect(refusal(await send(t, { token, as: second.id }, pictures(picture)))).toEqual(limited);
  expect(refusal(await send(t, { token: member.token, as: owner.profile.id }, pictures(picture)))).toEqual(limited);
  expect((await withForm(owner)).status).toBe(201);
});

it('cannot be exceeded by concurrent requests', async () => {
  const member = await makeMember(t);
  await leaveRoom(member, 3);
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => (n % 2 ? withForm : withJson)(member)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, ...Array(5).fill(429)]);
  expect(await usedBy(member)).toBeLessThanOrEqual(max);
});

it('counts no dry run and no repeat', async () => {
  const member = await makeMember(t);
  await leaveRoom(member, 1);
  const parts = pictures(picture);
  expect((await send(t, as(member), parts, { headers: { 'dry-run': 'true' } })).status).toBe(201);
  const once = { headers: { 'idempotency-key': 'once' } };
  expect((await send(t, as(member), parts, once)).status).toBe(201);
  expect((await send(t, as(member), parts, once)).headers['idempotency-replayed']).toBe('true');
});
