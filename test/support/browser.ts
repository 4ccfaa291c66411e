import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser as Chromium, type Page, chromium as playwright } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { unpackedChromium } from './chromium.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export type Scheme = 'light' | 'dark';
export type Violation = { id: string; nodes: string[] };

/** A page, and the errors of the browser while it was open. */
export type OpenPage = {
  page: Page;
  /** Errors and warnings on the console, uncaught errors, and responses of 400 and above. */
  complaints: string[];
  /** Requests to any other server. */
  strangers: string[];
};

export type Browser = {
  open(url: string, options?: { width?: number; scheme?: Scheme; timezoneId?: string }): Promise<OpenPage>;
};

let launched: Promise<Chromium> | undefined;

/**
 * The Chromium in the packages: one process for all files of a worker, which ends with it. It needs no display and no
 * system package, and also runs as root, as in CI.
 */
async function launch(): Promise<Chromium> {
  const browser = await playwright.launch({
    executablePath: await unpackedChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  browser.on('disconnected', () => {
    launched = undefined;
  });
  return browser;
}

/** Gives the test file the browser of its worker, and closes the pages it leaves open. */
export function useBrowser(): Browser {
  let browser: Chromium;
  beforeAll(async () => {
    launched ??= launch();
    browser = await launched;
  });
  afterAll(async () => {
    for (const context of browser?.contexts() ?? []) await context.close();
  });
  return {
    async open(url, { width = 1280, scheme = 'light', timezoneId = 'UTC' } = {}) {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme: scheme,
        timezoneId,
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      const page = await context.newPage();
      const complaints: string[] = [];
      const strangers: string[] = [];
      page.on('console', (message) => {
        const isAnswer = message.text().startsWith('Failed to load resource');
        if (['error', 'warning'].includes(message.type()) && !isAnswer) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('response', (response) => {
        if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
      });
      page.on('request', (request) => {
        const { origin, protocol } = new URL(request.url());
        if (origin !== new URL(url).origin && protocol.startsWith('http')) strangers.push(request.url());
      });
      await page.goto(url);
      return { page, complaints, strangers };
    },
  };
}

/** The rules of axe that depend on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** The accessibility violations that axe finds on the page or in a part of it. */
export async function violationsOf(page: Page, { part = 'html', onlyColours = false } = {}): Promise<Violation[]> {
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(AXE);
  // Returning what passes takes longer than the check itself.
  const options = { resultTypes: ['violations'], ...(onlyColours ? { runOnly: COLOUR_RULES } : {}) };
  return page.evaluate(`axe.run(${JSON.stringify(part)}, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html.slice(0, 200)) })))`);
}

/**
 * The violations in both colour schemes. The second has the same elements in the same places, so only rules about
 * colours can have another result.
 */
export async function violationsInSchemes(page: Page, part = 'html'): Promise<Record<Scheme, Violation[]>> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await violationsOf(page, { part });
  await page.emulateMedia({ colorScheme: 'dark' });
  return { light, dark: await violationsOf(page, { part, onlyColours: true }) };
}

/** How many pixels the page is wider than the window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
