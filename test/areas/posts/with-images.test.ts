import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { fillBodies } from '../../support/full-budget.ts';
import { type Member, makeMember } from '../../support/members.ts';
import { gif, jpeg, noise, png, pngBomb, svg, textNamedPng, truncatedPng, webp } from '../../support/pictures.ts';
import { as, makePost, type Part, pathOf, pictures, refusal, send, storedFiles } from '../../support/posts.ts';

const PATH = '/v1/posts/with-images';
const HOUR_MS = 3600 * 1000;

let t: TestApp;
let ada: Member;
let four: Buffer[];
let small: Buffer;
beforeAll(async () => {
  t = await startTestApp();
  ada = await makeMember(t);
  four = [await jpeg({ width: 60, height: 40 }), await png({ width: 50, height: 70 }), await webp(), await gif()];
  small = await png({ width: 8, height: 8 });
});

const text = (name: string, value: string): Part => ({ name, value });
const base64 = (bytes: Buffer) => ({ content_base64: bytes.toString('base64') });
const countRows = async (table: 'posts' | 'post_images' | 'media_garbage') =>
  (await t.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n;
const state = async () => ({ posts: await countRows('posts'), images: await countRows('post_images') });
const fetched = async (url: string) => (await t.app.inject({ method: 'GET', url: pathOf(url) })).rawPayload;

describe('POST /v1/posts/with-images', () => {
  it('accepts four pictures as a form, with their texts in order', async () => {
    const made = await send(t, as(ada), [
      text('alt_text', 'A red corner'),
      ...pictures(...four),
      text('body', 'Four\r\npictures'),
      text('alt_text', ''),
      text('alt_text', 'A third text'),
      text('visibility', 'members'),
    ]);
    expect(made.status, made.text).toBe(201);
    const { data } = made.json;
    expect(data).toMatchObject({ body: 'Four\npictures', visibility: 'members', image_count: 4, status: 'published' });
    expect(data.images.map(({ alt_text }: { alt_text: string }) => alt_text)).toEqual([
      'A red corner',
      null,
      'A third text',
      null,
    ]);
    expect(data.images.map(({ width, height }: { width: number; height: number }) => [width, height])).toEqual([
      [60, 40],
      [50, 70],
      [64, 48],
      [64, 48],
    ]);
    const read = await t.call('GET', `/v1/posts/${data.id}`, as(ada));
    expect(read.json.data.images).toEqual(data.images);
    const compact = await t.call('GET', `/v1/posts/${data.id}?view=compact`, as(ada));
    expect(compact.json.data.images).toEqual(
      data.images.map(({ id, url, alt_text }: { id: string; url: string; alt_text: string }) => ({
        id,
        url,
        ...(alt_text && { alt_text }),
      })),
    );
    expect(new Set(data.images.map(({ url }: { url: string }) => url)).size).toBe(4);
  });

  it('accepts the same as JSON, including for drafts, comments and quotes', async () => {
    const root = await makePost(t, as(ada));
    const call = (body: object) => t.call('POST', PATH, { ...as(ada), body });
    const made = await call({ images: four.map((bytes, at) => ({ ...base64(bytes), alt_text: `Picture ${at}` })) });
    expect(made.status, made.text).toBe(201);
    expect(made.json.data).toMatchObject({ body: '', body_preview: '', image_count: 4, kind: 'post' });
    expect(made.json.data.images.map(({ alt_text }: { alt_text: string }) => alt_text)).toEqual([
      'Picture 0',
      'Picture 1',
      'Picture 2',
      'Picture 3',
    ]);
    const images = [base64(small)];
    expect((await call({ images, status: 'draft' })).json.data).toMatchObject({ status: 'draft', image_count: 1 });
    expect((await call({ images, reply_to_post_id: root.id })).json.data).toMatchObject({ kind: 'comment' });
    expect((await call({ images, quoted_post_id: root.id })).json.data.quoted_post.post.id).toBe(root.id);
    expect((await call({ body: 'No pictures at all' })).json.data.images).toEqual([]);
    expect(refusal(await call({}))).toEqual([400, 'empty_post', 'required']);
    expect(refusal(await call({ images: [] }))).toEqual([400, 'empty_post', 'required']);
  });

  it('rejects each invalid picture with its code, and stores nothing', async () => {
    const before = await state();
    const files = (await storedFiles(t)).sort();
    const cases: [string, Buffer, string, string][] = [
      ['svg', svg(), 'unsupported_image_type', 'image_type'],
      ['text', textNamedPng(), 'unsupported_image_type', 'image_type'],
      ['nothing', Buffer.alloc(0), 'invalid_image', 'complete_image'],
      ['cut off', await truncatedPng(), 'invalid_image', 'complete_image'],
      ['a bomb', pngBomb(), 'image_too_large', 'max_pixels'],
    ];
    for (const [name, bytes, code, rule] of cases) {
      const parts = [...pictures(small, bytes), text('body', 'Never seen')];
      const asForm = await send(t, as(ada), parts);
      expect(refusal(asForm), `${name} in a form`).toEqual([400, code, rule]);
      expect(asForm.json.agent.fields[0].path).toBe('body.images[1]');
      if (bytes.length === 0) continue;
      const asJson = await t.call('POST', PATH, { ...as(ada), body: { images: [base64(small), base64(bytes)] } });
      expect(refusal(asJson), `${name} in JSON`).toEqual([400, code, rule]);
      expect(asJson.json.agent.fields[0].path).toBe('body.images[1].content_base64');
    }
    expect(await state()).toEqual(before);
    expect((await storedFiles(t)).sort()).toEqual(files);
  });

  it('rejects too many pictures and too large ones', async () => {
    const before = await state();
    const five = [small, small, small, small, small];
    const asForm = await send(t, as(ada), pictures(...five));
    expect(refusal(asForm)).toEqual([400, 'too_many_images', 'max_items']);
    expect(asForm.json.agent.fields[0]).toMatchObject({ limit: 4 });
    const asJson = await t.call('POST', PATH, { ...as(ada), body: { images: five.map(base64) } });
    expect(refusal(asJson)).toEqual([400, 'too_many_images', 'max_items']);
    const huge = Buffer.concat([small, noise(8 * 1024 * 1024, 1)]);
    const tooLarge = await send(t, as(ada), pictures(small, huge));
    expect(refusal(tooLarge)).toEqual([400, 'image_too_large', 'max_bytes']);
    expect(tooLarge.json.agent.fields[0]).toMatchObject({ path: 'body.images[1]', limit: 8 * 1024 * 1024 });
    const tooLargeInJson = await t.call('POST', PATH, { ...as(ada), body: { images: [base64(huge)] } });
    expect(refusal(tooLargeInJson)).toEqual([400, 'image_too_large', 'max_bytes']);
    expect(await state()).toEqual(before);
  });

  it('rejects malformed forms', async () => {
    const before = await state();
    const refused = async (parts: Part[]) => refusal(await send(t, as(ada), parts));
    const invalid = (rule: string) => [400, 'invalid_request', rule];
    expect(await refused([...pictures(small), text('mood', 'good')])).toEqual(invalid('unknown_field'));
    expect(await refused([{ name: 'avatar', bytes: small }])).toEqual(invalid('unknown_field'));
    expect(await refused([text('__proto__', 'x')])).toEqual(invalid('unknown_field'));
    expect(await refused([{ name: 'constructor', bytes: small }])).toEqual(invalid('unknown_field'));
    expect(await refused([...pictures(small), text('alt_text', 'One'), text('alt_text', 'Two')])).toEqual(
      invalid('max_items'),
    );
    expect(await refused([text('body', 'One'), text('body', 'Two')])).toEqual(invalid('repeated'));
    expect(await refused([...pictures(small), text('alt_text', 'x'.repeat(1501))])).toEqual(invalid('too_long'));
    expect(await refused([text('body', 'x'.repeat(3001))])).toEqual(invalid('too_long'));
    expect(await refused([text('visibility', 'secret'), text('body', 'Hello')])).toEqual(invalid('allowed_values'));
    expect(await refused([])).toEqual([400, 'empty_post', 'required']);
    for (const content_base64 of ['no base64!', 'YWJ', `${base64(small).content_base64}\n`]) {
      const answer = await t.call('POST', PATH, { ...as(ada), body: { images: [{ content_base64 }] } });
      expect(refusal(answer)).toEqual([400, 'invalid_image', 'base64']);
    }
    const unknown = await t.call('POST', PATH, { ...as(ada), body: { images: [{ ...base64(small), url: 'x' }] } });
    expect(refusal(unknown)).toEqual(invalid('unknown_field'));
    expect(await state()).toEqual(before);
  });

  it('names the part that is wrong, and the parts that it accepts', async () => {
    const draft = await makePost(t, as(ada), { status: 'draft' });
    const put = { method: 'PUT', path: `/v1/posts/${draft.id}/images` };
    const problem = async (parts: Part[], to?: typeof put) => (await send(t, as(ada), parts, to)).json.agent.fields[0];
    const unknown = await problem([...pictures(small), text('mood', 'good')]);
    expect(unknown).toMatchObject({ path: 'body', rule: 'unknown_field' });
    expect(unknown.allowed).toEqual(expect.arrayContaining(['body', 'visibility', 'images', 'alt_text']));
    expect(await problem([text('body', 'Not here')], put)).toEqual({
      path: 'body',
      rule: 'unknown_field',
      allowed: ['images', 'alt_text'],
    });
    for (const to of [undefined, put]) {
      expect(await problem([text('images', 'aGVsbG8=')], to)).toEqual({
        path: 'body.images',
        rule: 'type',
        allowed: ['file'],
      });
    }
    expect(await problem([text('body', 'One'), text('body', 'Two')])).toEqual({ path: 'body.body', rule: 'repeated' });
    expect((await problem([text('mood', 'One'), text('mood', 'Two')])).rule).toBe('unknown_field');
    const file = (name: string) => [{ name, bytes: Buffer.from('Hello') }];
    expect(await problem(file('body'))).toEqual({ path: 'body.body', rule: 'type', allowed: ['text'] });
    expect(await problem(file('alt_text'), put)).toEqual({ path: 'body.alt_text', rule: 'type', allowed: ['text'] });
    expect(await problem(file('body'), put)).toEqual({ path: 'body', rule: 'unknown_field', allowed: ['images'] });
  });

  it('rejects other content types with 415, here and where no form is accepted', async () => {
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/mixed; boundary=x',
    ]) {
      const answer = await t.call('POST', PATH, { ...as(ada), body: 'x=1', headers: { 'content-type': type } });
      expect([type, ...refusal(answer)]).toEqual([type, 415, 'unsupported_media_type', undefined]);
    }
    const noForm = await send(t, as(ada), [text('body', 'Hello there')], { path: '/v1/posts' });
    expect(refusal(noForm)).toEqual([415, 'unsupported_media_type', undefined]);
    const noBoundary = await t.call('POST', PATH, {
      ...as(ada),
      body: 'x',
      headers: { 'content-type': 'multipart/form-data' },
    });
    expect(noBoundary.status).toBeGreaterThanOrEqual(400);
    expect(noBoundary.status).toBeLessThan(500);
  });

  it('rejects a boundary that is too long', async () => {
    const answer = await t.call('POST', PATH, {
      ...as(ada),
      body: Buffer.from('--a\r\n\r\n--a--'),
      headers: { 'content-type': `multipart/form-data; boundary=${'a'.repeat(300)}` },
    });
    expect(refusal(answer)).toEqual([400, 'invalid_request', 'complete_multipart']);
  });

  it('stores pictures upright, as WebP, without metadata, at most 6.5 megapixels', async () => {
    const sideways = await jpeg({ width: 64, height: 48, orientation: 6, gps: true });
    const large = await jpeg({ width: 5000, height: 2500, gps: true });
    const { data } = (await send(t, as(ada), pictures(sideways, large))).json;
    expect(data.images.map(({ width, height }: { width: number; height: number }) => [width, height])).toEqual([
      [48, 64],
      [3620, 1810],
    ]);
    const bytes = await fetched(data.images[0].url);
    const meta = await sharp(bytes).metadata();
    expect(meta).toMatchObject({ format: 'webp', width: 48, height: 64 });
    expect([meta.exif, meta.xmp, meta.icc, meta.iptc, meta.orientation]).toEqual(Array(5).fill(undefined));
    for (const word of ['Canary', 'GPS', 'Exif', 'EXIF', 'XMP']) expect(bytes.includes(word)).toBe(false);
    // Stored upside down: its top left corner (red) is at the top right once upright.
    const { data: pixel } = await sharp(bytes)
      .extract({ left: 40, top: 8, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(pixel[0]).toBeGreaterThan(180);
    expect(pixel[1]).toBeLessThan(90);
  });

  it('says which picture lost more than half of its size, and which its animation', async () => {
    const frames = Buffer.concat([Buffer.alloc(64 * 48 * 3, 40), Buffer.alloc(64 * 48 * 3, 200)]);
    const animated = await sharp(frames, { raw: { width: 64, height: 96, channels: 3, pageHeight: 48 } })
      .gif()
      .toBuffer();
    const { agent, data } = (await send(t, as(ada), pictures(small, pngBomb(1000, 30_000), animated))).json;
    expect(data.images.map(({ height }: { height: number }) => height)).toEqual([8, 8192, 48]);
    expect(agent.hint).toContain('Image 2 was stored with 273 x 8192 pixels, less than half of its size');
    expect(agent.hint).toContain('Of image 3, an animation, only the first frame was stored.');
    expect(agent.hint).not.toContain('mage 1 ');
  });

  it('leaves no file behind if the post cannot be written', async () => {
    const before = await state();
    const files = (await storedFiles(t)).length;
    const answer = await send(t, as(ada), [
      ...pictures(small, small),
      text('reply_to_post_id', '01890000-0000-7000-8000-000000000000'),
    ]);
    expect(refusal(answer)).toEqual([404, 'post_not_found', undefined]);
    expect(await state()).toEqual(before);
    expect(await countRows('media_garbage')).toBe(2);
    expect((await storedFiles(t)).length).toBe(files + 2);
    const { sweepMedia } = await import('../../../src/jobs/sweep-media.ts');
    const { systemCtx } = await import('../../../src/ctx.ts');
    expect(await sweepMedia(systemCtx(t.deps, 'job.media.sweep')), 'the request may still run').toEqual({
      removed: 0,
    });
    t.clock.advance(HOUR_MS + 1);
    expect(await sweepMedia(systemCtx(t.deps, 'job.media.sweep'))).toEqual({ removed: 2 });
    expect([(await storedFiles(t)).length, await countRows('media_garbage')]).toEqual([files, 0]);
  });

  it('checks everything in a dry run, and stores no file', async () => {
    const before = { ...(await state()), files: (await storedFiles(t)).length };
    const headers = { 'dry-run': 'true' };
    const made = await send(t, as(ada), [...pictures(...four), text('body', 'Only a try')], { headers });
    expect([made.status, made.json.agent.dry_run, made.headers['dry-run']]).toEqual([201, true, 'true']);
    expect(made.json.data).toMatchObject({ body: 'Only a try', image_count: 4 });
    expect((await t.call('GET', `/v1/posts/${made.json.data.id}`, as(ada))).status).toBe(404);
    expect(refusal(await send(t, as(ada), pictures(svg()), { headers }))[1]).toBe('unsupported_image_type');
    expect({ ...(await state()), files: (await storedFiles(t)).length }).toEqual(before);
    expect(await countRows('media_garbage')).toBe(0);
  });
});

describe('Idempotency-Key with pictures', () => {
  it('compares a form by its parts, whatever the boundary, and decodes nothing for a repeat', async () => {
    const run = vi.spyOn(t.deps.decodeQueue, 'run');
    const headers = { 'idempotency-key': 'four-pictures' };
    const parts = [...pictures(...four), text('body', 'Once only')];
    const first = await send(t, as(ada), parts, { headers, boundary: 'one' });
    expect(first.status).toBe(201);
    const before = await state();
    const decodes = run.mock.calls.length;
    const again = await send(t, as(ada), parts, { headers, boundary: 'quite-another' });
    expect([again.status, again.json.data, again.headers['idempotency-replayed'], again.json.agent.replayed]).toEqual([
      201,
      first.json.data,
      'true',
      true,
    ]);
    expect(run.mock.calls.length).toBe(decodes);
    const others: [string, Part[]][] = [
      ['other bytes', [...pictures(four[1]!, ...four.slice(1)), text('body', 'Once only')]],
      ['another order', [...pictures(...four.toReversed()), text('body', 'Once only')]],
      ['another text', [...pictures(...four), text('body', 'Once more')]],
    ];
    for (const [name, other] of others) {
      expect(refusal(await send(t, as(ada), other, { headers })), name).toEqual([
        422,
        'idempotency_key_reused',
        undefined,
      ]);
    }
    expect(await state()).toEqual(before);
    run.mockRestore();
  });
});

describe('when too many uploads arrive at once', () => {
  it('lets bodies wait until there is room for them, but not small ones', async () => {
    const { bodyBudget } = t.deps;
    const large = await sharp(noise(400 * 300 * 3, 8), { raw: { width: 400, height: 300, channels: 3 } })
      .png()
      .toBuffer();
    expect(bodyBudget.reservedBytes).toBe(0);
    const free = await fillBodies(bodyBudget);
    const waiting = send(t, as(ada), pictures(large));
    await vi.waitFor(() => expect(bodyBudget.waiting).toBe(1));
    expect((await send(t, as(ada), pictures(small))).status, 'no larger than a JSON body').toBe(201);
    expect(bodyBudget.waiting).toBe(1);
    free();
    expect((await waiting).status).toBe(201);
    await vi.waitFor(() => expect(bodyBudget.reservedBytes).toBe(0));
  });

  it("refuses pictures if the decoder's queue is full", async () => {
    const { decodeQueue } = t.deps;
    const held = Promise.withResolvers<void>();
    const tasks: Promise<unknown>[] = [];
    const before = await state();
    for (let full = false; !full; ) {
      const task = decodeQueue
        .run(() => held.promise, { group: String(tasks.length) })
        .catch(() => {
          full = true;
        });
      tasks.push(task);
      await Promise.resolve();
      await Promise.resolve();
    }
    const refused = await send(t, as(ada), pictures(small));
    expect([...refusal(refused), refused.headers['retry-after']]).toEqual([503, 'service_unavailable', undefined, '5']);
    held.resolve();
    await Promise.all(tasks);
    expect(await state()).toEqual(before);
    expect((await send(t, as(ada), pictures(small))).status).toBe(201);
  });
});
