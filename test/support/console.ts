import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { ALL_LOOKS, type Browser, LOOKS, problemsOf } from './browser.ts';
import { PASSWORD } from './members.ts';

/** The folder for screenshots of the pages, if set. */
const PICTURES = process.env['PRONET_SCREENSHOTS'];

export const PATIENCE_MS = 120_000;

/** Checks a page: no horizontal overflow and no axe violations. */
export async function holds(page: Page, name: string, looks = LOOKS): Promise<void> {
  // A navigation may still be in progress.
  await page.waitForLoadState();
  if (PICTURES) await takePictures(page, name);
  const problems = await problemsOf(page, { looks }).catch(async (error: Error) => {
    if (!LEFT_MEANWHILE.test(error.message)) throw error;
    await page.waitForLoadState();
    return problemsOf(page, { looks });
  });
  expect(problems, name).toEqual([]);
}

/** The page navigated away during the check. */
const LEFT_MEANWHILE = /[Ee]xecution context|navigated or closed|reading 'scrollWidth'|axe is not defined/;

async function takePictures(page: Page, name: string): Promise<void> {
  for (const { width, scheme } of ALL_LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.screenshot({ path: `${PICTURES}/${name}-${width}-${scheme}.png`, fullPage: true });
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
