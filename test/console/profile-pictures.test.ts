import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { busy } from '../../src/core/work-queue.ts';
import { useBrowser } from '../support/browser.ts';
import { holds, PATIENCE_MS, signInBy } from '../support/console.ts';
import { makeMember } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { jpeg } from '../support/pictures.ts';
import { grantAccess } from '../support/posts.ts';

const browser = useBrowser();
let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp();
});

const mediaOf = async (id: string) => (await t.call('GET', `/v1/profiles/${id}`)).json.data.media;
const inject = async (url: string) => {
  const { rawPayload: payload } = await t.app.inject({ url: new URL(url).pathname });
  return { payload };
};
const file = (buffer: Buffer, name = 'picture.jpg', mimeType = 'image/jpeg') => ({ name, mimeType, buffer });

describe('pictures of a profile', () => {
  it(
    'are uploaded with a progress bar, for light and dark backgrounds, and removed',
    async () => {
      const member = await makeMember(t);
      const path = `/console/profiles/${member.profile.id}/pictures`;
      const { page, complaints, strangers } = await signInBy(browser, t.origin, member, path);
      await holds(page, 'pictures-none');
      const bars: unknown[] = [];
      await page.exposeFunction('sawBar', (bar: unknown) => bars.push(bar));
      await page.evaluate(`document.addEventListener('htmx:xhr:progress', (event) => {
        const bar = event.target.querySelector('progress');
        if (bar && !bar.hidden) window.sawBar([bar.value, bar.max]);
      })`);
      const slot = (id: string) => page.locator(`#${id}`);
      const use = async () => {
        await page.getByRole('button', { name: 'Use picture' }).click();
        await page.locator('dialog.crop').waitFor({ state: 'detached' });
      };
      const save = () => page.getByRole('button', { name: 'Save pictures' }).click();
      await slot('avatar-light')
        .getByLabel('New picture')
        .setInputFiles(file(await jpeg({ width: 800, height: 800 })));
      // The keys move and zoom the picture; what is outside the frame is not uploaded.
      await page.locator('dialog.crop').waitFor();
      await holds(page, 'pictures-crop');
      for (const key of ['+', '+', 'ArrowRight', '-']) await page.keyboard.press(key);
      await use();
      await slot('avatar-light').locator('img[src^="blob:"]').waitFor();
      await holds(page, 'pictures-chosen');
      await save();
      await page.getByText('Picture updated.').waitFor();
      expect(bars.length).toBeGreaterThan(0);
      const first = await mediaOf(member.profile.id);
      expect(first.avatar.light.source_url).toBe(first.avatar.dark.source_url);
      expect(first.banner.light.source_url).toBeNull();

      await page.locator('details:has(#avatar-dark) > summary').click();
      await slot('avatar-dark')
        .getByLabel('Separate picture for dark')
        .setInputFiles(file(await jpeg({ width: 300 })));
      await use();
      await slot('banner-light')
        .getByLabel('New picture')
        .setInputFiles(file(await jpeg({ width: 1600, height: 400 })));
      await use();
      await save();
      await expect
        .poll(async () => (await mediaOf(member.profile.id)).avatar.dark.source_url)
        .not.toBe(first.avatar.dark.source_url);
      await page.getByText('Picture updated.').waitFor();
      await slot('banner-light').locator('img[src^="http"]').waitFor();
      await holds(page, 'pictures');

      page.on('dialog', (dialog) => dialog.accept());
      await slot('avatar-dark').getByRole('button', { name: 'Remove' }).click();
      await page.getByText('Picture removed.').waitFor();
      expect((await mediaOf(member.profile.id)).avatar.dark.source_url).toBe(first.avatar.light.source_url);
      // A picture shared by both backgrounds is removed from both.
      expect(await slot('avatar-dark').getByRole('button', { name: 'Remove' }).count()).toBe(0);
      await slot('avatar-light').getByRole('button', { name: 'Remove' }).click();
      await slot('avatar-light').getByText('No picture').waitFor();
      expect((await mediaOf(member.profile.id)).avatar.light.source_url).toBeNull();
      expect([complaints, strangers]).toEqual([[], []]);
      await page.context().close();
    },
    PATIENCE_MS,
  );

  it(
    'are rejected with a reason next to their slot',
    async () => {
      const member = await makeMember(t);
      const path = `/console/profiles/${member.profile.id}/pictures`;
      const { page, complaints } = await signInBy(browser, t.origin, member, path);
      const slot = page.locator('#avatar-light');
      const choose = async (buffer: Buffer, name?: string, type?: string) => {
        await slot.getByLabel('New picture').setInputFiles(file(buffer, name, type));
        await page.getByRole('button', { name: 'Save pictures' }).click();
      };
      await choose(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'logo.svg', 'image/svg+xml');
      await slot.getByText('Use a JPEG, PNG, WebP or GIF picture.').waitFor();
      expect(await page.evaluate("document.activeElement.getAttribute('role')")).toBe('alert');
      await holds(page, 'pictures-refused');
      // Browsers show the beginning of a damaged JPEG, and only a GIF is uploaded as it is.
      await choose((await jpeg({ width: 400 })).subarray(0, 400), 'photo.gif', 'image/gif');
      await slot.getByText('damaged').waitFor();
      // Checked before the upload.
      const sent: string[] = [];
      page.on('request', (request) => sent.push(request.method()));
      await slot.getByLabel('New picture').setInputFiles(file(randomBytes(8 * 1024 * 1024 + 1)));
      // The page looks at the file first.
      const said = () => slot.getByLabel('New picture').evaluate((input: HTMLInputElement) => input.validationMessage);
      await expect.poll(said, { timeout: 10_000 }).toBe('This file is too large. The maximum is 8 MB.');
      await page.getByRole('button', { name: 'Save pictures' }).click();
      expect(sent).toEqual([]);
      // Without that check.
      await slot.getByLabel('New picture').evaluate((input: HTMLInputElement) => input.setCustomValidity(''));
      await page.getByRole('button', { name: 'Save pictures' }).click();
      await slot.getByText('The maximum is 8 MB and 33 million pixels').waitFor();
      expect(complaints.map((line) => line.slice(0, 3))).toEqual(['422', '422', '422']);
      await page.context().close();
    },
    PATIENCE_MS,
  );

  it(
    'are converted from HEIC if the browser can read it, and else refused before the upload',
    async () => {
      const member = await makeMember(t);
      const path = `/console/profiles/${member.profile.id}/pictures`;
      const { page, complaints } = await signInBy(browser, t.origin, member, path);
      const input = page.locator('#avatar-light').getByLabel('New picture');
      await input.setInputFiles(file(randomBytes(5000), 'IMG_1.HEIC', ''));
      const problem = () => input.evaluate((field: HTMLInputElement) => field.validationMessage);
      await expect.poll(problem).toMatch(/^This browser can’t read HEIC pictures\. Save the picture as JPEG/);
      expect(await input.inputValue()).toBe('');
      // Without a picture, nothing keeps the form from being saved.
      await input.evaluate((field: HTMLInputElement) => field.form!.click());
      expect(await problem()).toBe('');
      const renamed = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic'), randomBytes(5000)]);
      await input.setInputFiles(file(renamed, 'IMG_1.jpg', 'image/jpeg'));
      await expect.poll(problem).toMatch(/^This browser can’t read HEIC pictures/);
      // Chromium reads a picture by its bytes, whatever its type.
      await input.setInputFiles(file(await jpeg({ width: 4000, height: 3000 }), 'IMG_2.HEIC', 'image/heic'));
      await expect.poll(() => input.inputValue()).toMatch(/IMG_2\.jpg$/);
      // Larger ones than the server takes come from cameras of 48 megapixels: made as large as it stores them.
      const image = page.locator('#avatar-light img');
      await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(2956);
      expect(await problem()).toBe('');
      await page.getByRole('button', { name: 'Use picture' }).click();
      await page.getByRole('button', { name: 'Save pictures' }).click();
      await page.getByText('Picture updated.').waitFor();
      expect((await mediaOf(member.profile.id)).avatar.light.source_url).toMatch(/\.webp$|\.jpg$/);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    PATIENCE_MS,
  );

  it(
    'are cropped to the part in the frame, with no more pixels than it has',
    async () => {
      const member = await makeMember(t);
      const path = `/console/profiles/${member.profile.id}/pictures`;
      const { page, complaints } = await signInBy(browser, t.origin, member, path);
      // Three bands of 500 by 500: the frame shows the middle one, until keys move the first one into it.
      const bands = await sharp({ create: { width: 1500, height: 500, channels: 3, background: '#00ff00' } })
        .composite([
          { input: { create: { width: 500, height: 500, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
          { input: { create: { width: 500, height: 500, channels: 3, background: '#0000ff' } }, left: 1000, top: 0 },
        ])
        .png()
        .toBuffer();
      const choose = async (slot: string, keys: readonly string[]) => {
        await page
          .locator(slot)
          .getByLabel('New picture')
          .setInputFiles(file(bands, 'bands.png', 'image/png'));
        await page.locator('dialog.crop').waitFor();
        for (const key of keys) await page.keyboard.press(key);
        await page.getByRole('button', { name: 'Use picture' }).click();
        await page.locator('dialog.crop').waitFor({ state: 'detached' });
      };
      await choose('#avatar-light', Array(40).fill('ArrowRight'));
      await choose('#banner-light', []);
      await page.getByRole('button', { name: 'Save pictures' }).click();
      await page.getByText('Picture updated.').waitFor();
      const media = await mediaOf(member.profile.id);
      const sizeOf = async (url: string) => {
        const { payload } = await inject(url);
        const { width, height } = await sharp(payload).metadata();
        const at = async (left: number) =>
          [
            ...(await sharp(payload)
              .extract({ left, top: height >> 1, width: 1, height: 1 })
              .raw()
              .toBuffer()),
          ].map((value) => Math.round(value / 255));
        return { width, height, left: await at(8), right: await at(width - 9) };
      };
      const avatar = await sizeOf(media.avatar.light.source_url);
      expect(avatar.width, 'as large as the part').toBeGreaterThan(496);
      expect(avatar).toMatchObject({ height: avatar.width, left: [1, 0, 0] });
      expect(avatar.width).toBeLessThanOrEqual(501);
      const banner = await sizeOf(media.banner.light.source_url);
      expect(Math.abs(banner.width - banner.height * 4)).toBeLessThanOrEqual(4);
      expect(banner).toMatchObject({ left: [1, 0, 0], right: [0, 0, 1] });
      expect(banner.width).toBeLessThanOrEqual(1501);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    PATIENCE_MS,
  );

  it(
    'report a busy server',
    async () => {
      const member = await makeMember(t);
      const path = `/console/profiles/${member.profile.id}/pictures`;
      const { page } = await signInBy(browser, t.origin, member, path);
      const late = vi.spyOn(t.deps.bodyBudget, 'reserve').mockRejectedValue(busy(5, 'no room for a body'));
      const noise = randomBytes(3 * 1024 * 1024);
      const slot = page.locator('#banner-light');
      await slot.getByLabel('New picture').setInputFiles(file(noise));
      await page.getByRole('button', { name: 'Save pictures' }).click();
      await slot.getByText('The server is busy.').waitFor();
      late.mockRestore();
      await page.context().close();
    },
    PATIENCE_MS,
  );

  it(
    'are rejected from other sites and from managers without `profile_editing`',
    async () => {
      const owner = await makeMember(t);
      const writer = await makeMember(t);
      await grantAccess(t, owner, writer, ['posting']);
      const path = `/console/profiles/${owner.profile.id}/pictures`;
      const { page } = await signInBy(browser, t.origin, writer, `/console/profiles/${owner.profile.id}`);
      expect((await page.goto(t.origin + path))!.status()).toBe(403);
      const send = (token: string | null) =>
        page.evaluate(
          `fetch(${JSON.stringify(path)}, { method: 'POST', headers: { 'hx-request': 'true', ...(${JSON.stringify(token)} ? { 'x-form-token': ${JSON.stringify(token)} } : {}) }, body: (() => { const form = new FormData(); form.set('avatar-light', new Blob(['x']), 'x.jpg'); return form; })() }).then(async (answer) => [answer.status, await answer.text()])`,
        ) as Promise<[number, string]>;
      expect((await send(null))[0]).toBe(403);
      await page.goto(`${t.origin}/console/profiles`);
      const token = await page.locator('input[name=token]').first().inputValue();
      const [status, text] = await send(token);
      expect([status, text.includes('Ask the owner for permission')]).toEqual([422, true]);
      expect((await mediaOf(owner.profile.id)).avatar.light.source_url).toBeNull();
      await page.context().close();
    },
    PATIENCE_MS,
  );
});
