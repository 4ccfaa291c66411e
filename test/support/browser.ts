import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser as Chromium, type Page, chromium as playwright } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { unpackedChromium, withOwnFont } from './chromium.ts';

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

export type OpenOptions = {
  width?: number;
  height?: number;
  scheme?: Scheme;
  timezoneId?: string;
  /** The token of a session whose cookie the browser has. */
  session?: string;
  /** The time that the page's clock always shows. */
  at?: Date;
};

export type Browser = {
  open(url: string, options?: OpenOptions): Promise<OpenPage>;
};

let launched: Promise<Chromium> | undefined;

/**
 * The Chromium in the packages: one process for all files of a worker, which ends with it. It needs no display and no
 * system package, and also runs as root, as in CI.
 */
async function launch(): Promise<Chromium> {
  const executablePath = await unpackedChromium();
  const browser = await playwright.launch({
    executablePath,
    env: await withOwnFont(executablePath),
    // The last two: letters are drawn alike whatever the settings of the machine.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--font-render-hinting=none',
      '--disable-lcd-text',
    ],
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
    async open(url, { width = 1280, height = 900, scheme = 'light', timezoneId = 'UTC', session, at } = {}) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: scheme,
        timezoneId,
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      if (session) await context.addCookies([{ name: 'pronet_session', value: session, url: new URL(url).origin }]);
      const page = await context.newPage();
      if (at) await page.clock.setFixedTime(at);
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

/** A width of the window and a colour scheme. */
export type Look = { width: number; scheme: Scheme };

/** Each width and each scheme once. All four take twice as long, for rules that depend on one of the two. */
export const LOOKS: readonly Look[] = [
  { width: 360, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
];
/** For a page of each site, whose colours and layout the others share. */
export const ALL_LOOKS: readonly Look[] = [...LOOKS, { width: 360, scheme: 'dark' }, { width: 1280, scheme: 'light' }];

/** The accessibility violations that axe finds on the page or in a part of it. */
export async function violationsOf(page: Page, part = 'html'): Promise<Violation[]> {
  if (await page.evaluate('typeof axe === "undefined"')) await addAxe(page);
  // Returning what passes takes longer than the check itself.
  return page.evaluate(`axe.run(${JSON.stringify(part)}, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html.slice(0, 200)) })))`);
}

/** Playwright's own `evaluate` takes half as long again for a script of this size. */
async function addAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: `${AXE};0` });
  await session.detach();
}

/** What is wrong with a page: it is wider than the window, or axe finds violations. Empty if nothing is. */
export async function problemsOf(page: Page, { part = 'html', looks = LOOKS } = {}) {
  const problems: (Look & { overflow: number; violations: Violation[] })[] = [];
  for (const { width, scheme } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    const [overflow, violations] = [await overflowOf(page), await violationsOf(page, part)];
    if (overflow !== 0 || violations.length > 0) problems.push({ width, scheme, overflow, violations });
  }
  return problems;
}

/** What users don't notice, of what `shiftOf` measures. */
export const MOST_SHIFT = 0.05;

/** How far parts of the page have moved since it was painted: its cumulative layout shift. */
export async function shiftOf(page: Page): Promise<number> {
  return Number(
    await page.evaluate(`new Promise((resolve) => {
      let sum = 0;
      new PerformanceObserver((list) => {
        for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value;
      }).observe({ type: 'layout-shift', buffered: true });
      setTimeout(() => resolve(sum), 100);
    })`),
  );
}

/** How many pixels the page is wider than the window. */
function overflowOf(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
