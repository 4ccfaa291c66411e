import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { busy as busyError } from '../../../src/core/work-queue.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeKey, makeMember } from '../../support/members.ts';
import { avif, gif, jpeg, noise, png, pngBomb, svg, truncatedPng, webp } from '../../support/pictures.ts';
import { form, type Part, pathOf, refusal, send, storedFiles } from '../../support/posts.ts';
import { accountForFiles, fetchFile, pictureUrl, putPicture } from '../../support/profile-pictures.ts';
import { head, listen, sendRaw } from '../../support/raw-http.ts';

/** Uploads of avatars and banners: every accepted format and every rejected one. */

const MIB = 1024 * 1024;
let t: TestApp;
let me: Member;
let small: Buffer;
beforeAll(async () => {
  t = await startTestApp();
  me = await makeMember(t);
  small = await png({ width: 8, height: 8 });
});
let before: unknown;
const state = async () => ({
  files: await storedFiles(t),
  rows: (await t.pool.query('select avatar_light, avatar_dark, banner_light, banner_dark, updated_at from profiles'))
    .rows,
  garbage: (await t.pool.query('select count(*)::int as n from media_garbage')).rows[0].n,
});

const path = () => pictureUrl(me.profile.id);
const put = (bytes: Buffer) => putPicture(t, me, me.profile.id, bytes);
const putJson = (body: unknown, to = path()) => t.call('PUT', to, { token: me.token, body });
const putForm = async (...parts: Part[]) => refusal(await send(t, me, parts, { method: 'PUT', path: path() }));
const image = (bytes: Buffer): Part => ({ name: 'image', bytes });
const base64 = (bytes: Buffer) => ({ content_base64: bytes.toString('base64') });

describe('accepts', () => {
  const brick = { create: { width: 60, height: 40, channels: 3, background: { r: 200, g: 60, b: 40 } } } as const;
  const cases: [string, () => Promise<Buffer>, (pixel: number[]) => void][] = [
    ['JPEG', () => jpeg({ width: 60, height: 40 }), (pixel) => expect(pixel).toHaveLength(3)],
    ['WebP', () => webp({ width: 60, height: 40 }), (pixel) => expect(pixel).toHaveLength(3)],
    ['a GIF, from its first frame', () => gif(), ([red, green]) => expect(red! - green!).toBeGreaterThan(100)],
    [
      'a half transparent PNG',
      () => png({ alpha: true }),
      ([, , , alpha]) => expect(Math.abs(alpha! - 128)).toBeLessThan(4),
    ],
    [
      'CMYK JPEG',
      () => sharp(brick).toColourspace('cmyk').jpeg().toBuffer(),
      ([red, green]) => expect(red! - green!).toBeGreaterThan(90),
    ],
  ];
  it.each(cases)('%s', async (_name, make, check) => {
    const { json, status, text } = await put(await make());
    expect(status, text).toBe(200);
    const file = await fetchFile(t, pathOf(json.data.media.avatar.light.medium_url));
    const { data, info } = await sharp(file.rawPayload).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([info.width, info.width]);
    const middle = (Math.floor(info.height / 4) * info.width + Math.floor(info.width / 4)) * info.channels;
    check([...data.subarray(middle, middle + info.channels)]);
  });

  it('8 MiB to the byte, as a form and as JSON', async () => {
    const full = Buffer.concat([small, noise(8 * MIB - small.length, 3)]);
    expect((await put(full)).status).toBe(200);
    expect((await putJson(base64(full))).status).toBe(200);
    expect(refusal(await put(Buffer.concat([full, Buffer.from('x')])))).toEqual([400, 'image_too_large', 'max_bytes']);
  });
});

describe('rejects', () => {
  beforeEach(async () => {
    before = await state();
    return async () => {
      expect(await state()).toEqual(before);
      expect(await accountForFiles(t)).toEqual({ loose: [], missing: [] });
    };
  });

  it('other formats, damaged files and bombs, each with its code and field', async () => {
    const cases: [string, Buffer, string, string][] = [
      ['svg', svg(), 'unsupported_image_type', 'image_type'],
      ['AVIF, the basis of HEIC', await avif(), 'unsupported_image_type', 'image_type'],
      ['an empty file', Buffer.alloc(0), 'invalid_image', 'complete_image'],
      ['cut off', await truncatedPng(), 'invalid_image', 'complete_image'],
      ['a bomb', pngBomb(), 'image_too_large', 'max_pixels'],
      ['more than 8 MiB', Buffer.concat([small, noise(8 * MIB, 1)]), 'image_too_large', 'max_bytes'],
    ];
    for (const [name, bytes, code, rule] of cases) {
      const asForm = await put(bytes);
      expect(refusal(asForm), `${name} in a form`).toEqual([400, code, rule]);
      expect(asForm.json.agent.fields[0].path).toBe('body.image');
      if (bytes.length === 0) continue;
      const asJson = await putJson(base64(bytes));
      expect(refusal(asJson), `${name} in JSON`).toEqual([400, code, rule]);
      expect(asJson.json.agent.fields[0].path).toBe('body.content_base64');
    }
  });

  it('forms with other, extra or missing parts', async () => {
    const invalid = (rule: string) => [400, 'invalid_request', rule];
    expect(await putForm()).toEqual(invalid('required'));
    expect(await putForm({ name: 'picture', bytes: small })).toEqual(invalid('unknown_field'));
    expect(await putForm({ name: 'images', bytes: small })).toEqual(invalid('unknown_field'));
    expect(await putForm(image(small), { name: 'theme', value: 'dark' })).toEqual(invalid('unknown_field'));
    expect(await putForm(image(small), { name: 'alt_text', value: 'Me' })).toEqual(invalid('unknown_field'));
    expect(await putForm({ name: 'image', value: small.toString('base64') })).toEqual(invalid('type'));
    expect(await putForm(image(small), image(small))).toEqual([400, 'too_many_images', 'max_items']);
    const two = await send(t, me, [image(small), image(small)], { method: 'PUT', path: path() });
    expect(two.json.agent.fields).toEqual([{ path: 'body.image', rule: 'max_items', limit: 1 }]);
    const cut = form([image(small)]);
    const answer = await t.call('PUT', path(), {
      token: me.token,
      body: cut.payload.subarray(0, -30),
      headers: cut.headers,
    });
    expect(refusal(answer)).toEqual(invalid('complete_multipart'));
  });

  it('JSON with unknown or missing fields or invalid base64, and unknown themes', async () => {
    const of = async (body: unknown, to = path()) => refusal(await putJson(body, to));
    expect(await of({})).toEqual([400, 'invalid_request', 'exactly_one']);
    expect(await of(undefined)).toEqual([400, 'invalid_request', 'exactly_one']);
    expect(await of({ image: base64(small).content_base64 })).toEqual([400, 'invalid_request', 'unknown_field']);
    expect(await of({ ...base64(small), alt_text: 'Me' })).toEqual([400, 'invalid_request', 'unknown_field']);
    expect(await of({ content_base64: '' })).toEqual([400, 'invalid_request', 'min_length']);
    expect(await of({ content_base64: 7 })).toEqual([400, 'invalid_request', 'type']);
    for (const content_base64 of ['no base64!', 'YWJ', `data:image/png;base64,${small.toString('base64')}`]) {
      expect(await of({ content_base64 })).toEqual([400, 'invalid_image', 'base64']);
    }
    for (const query of ['theme=blue', 'theme=', 'theme=DARK']) {
      expect(await of(base64(small), `${path()}?${query}`)).toEqual([400, 'invalid_request', 'allowed_values']);
      expect(refusal(await t.call('DELETE', `${path()}?${query}`, me))[2]).toBe('allowed_values');
      const sent = await send(t, me, [image(small)], { method: 'PUT', path: `${path()}?${query}` });
      expect(refusal(sent)).toEqual([400, 'invalid_request', 'allowed_values']);
    }
    expect(await of(base64(small), `${path()}?theme=dark&theme=light`)).toEqual([400, 'invalid_request', 'repeated']);
    expect(await of(base64(small), `${path()}?size=large`)).toEqual([400, 'invalid_request', 'unknown_field']);
  });

  it('other content types', async () => {
    for (const type of ['text/plain', 'image/png', 'application/octet-stream']) {
      const answer = await t.call('PUT', path(), { token: me.token, body: small, headers: { 'content-type': type } });
      expect([type, ...refusal(answer)]).toEqual([type, 415, 'unsupported_media_type', undefined]);
    }
  });

  it('over a socket: too large, without a credential, without the scope, all before the body is read', async () => {
    const port = await listen(t.app);
    const weak = await makeKey(t, me, { scopes: ['posts:write'], profileIds: [me.profile.id] });
    before = await state();
    const upload = (length: number, token?: string) =>
      sendRaw(
        port,
        head(
          `PUT ${path()}`,
          ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
          'Content-Type: application/json',
          `Content-Length: ${length}`,
        ),
        '{"content_base64":"',
      );
    const refused = async (length: number, token?: string) => {
      const answer = await upload(length, token);
      expect(answer?.headers['connection']).toBe('close');
      return [answer?.status, answer?.json.error_code];
    };
    expect(await refused(12 * MIB + 1, me.token)).toEqual([413, 'payload_too_large']);
    expect(await refused(11 * MIB)).toEqual([401, 'credentials_required']);
    expect(await refused(11 * MIB, weak.token)).toEqual([403, 'insufficient_scope']);
  });

  it("more than the byte budget or the decoder's queue can hold", async () => {
    const { bodyBudget, decodeQueue } = t.deps;
    const late = vi.spyOn(bodyBudget, 'reserve').mockRejectedValueOnce(busyError(5, 'no room for a body'));
    const refused = await put(noise(1_000_000, 2));
    expect([...refusal(refused), refused.headers['retry-after']]).toEqual([503, 'service_unavailable', undefined, '5']);
    late.mockRestore();
    const full = vi.spyOn(decodeQueue, 'run');
    const held = Promise.withResolvers<void>();
    const tasks = Array.from({ length: 100 }, (_, n) =>
      decodeQueue.run(() => held.promise, { group: String(n) }).catch(() => undefined),
    );
    const busy = await put(small);
    expect([...refusal(busy), busy.headers['retry-after']]).toEqual([503, 'service_unavailable', undefined, '5']);
    expect(full).toHaveBeenCalledTimes(101);
    held.resolve();
    await Promise.all(tasks);
    full.mockRestore();
  });
});
