import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Browser, overflowOf, type Scheme, violationsInSchemes } from './browser.ts';
import { PASSWORD } from './members.ts';

const WIDTHS = [360, 1280];
const SCHEMES: Scheme[] = ['light', 'dark'];
/** The folder for screenshots of the pages, if set. */
const PICTURES = process.env['PRONET_SCREENSHOTS'];

export const PATIENCE_MS = 120_000;

/** Checks a page: no horizontal overflow and no axe violations, in all widths and both schemes. */
export async function holds(page: Page, name: string): Promise<void> {
  // A navigation may still be in progress.
  await page.waitForLoadState();
  await look(page, name).catch(async (error: Error) => {
    if (!LEFT_MEANWHILE.test(error.message)) throw error;
    await page.waitForLoadState();
    await look(page, name);
  });
}

/** The page navigated away during the check. */
const LEFT_MEANWHILE = /Execution context was destroyed|reading 'scrollWidth'|axe is not defined/;

async function look(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflowOf(page), `${name}, ${width} pixels`).toBe(0);
    if (PICTURES) await takePictures(page, `${name}-${width}`);
    expect(await violationsInSchemes(page), `${name}, ${width} pixels`).toEqual({ light: [], dark: [] });
  }
}

async function takePictures(page: Page, name: string): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${PICTURES}/${name}-${colorScheme}.png`, fullPage: true });
  }
}

/** Signs a member in on the sign-in page, and waits for `next`. */
export async function signInBy(
  browser: Browser,
  origin: string,
  member: { email: string; password?: string },
  next = '/console',
) {
  const opened = await browser.open(`${origin}/console/sign-in?next=${encodeURIComponent(next)}`);
  const { page } = opened;
  await page.getByLabel('E-mail address').fill(member.email);
  await page.getByLabel('Password').fill(member.password ?? PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${origin}${next}`);
  return opened;
}
