import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import chromium from '@sparticuz/chromium';
import { type Browser as Chromium, type Page, chromium as playwright } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export type Scheme = 'light' | 'dark';
export type Violation = { id: string; nodes: string[] };

/** A page, and what the browser complained of while it was open. */
export type OpenPage = {
  page: Page;
  /** Errors and warnings on the console, uncaught errors, and answers of 400 and more. */
  complaints: string[];
  /** Requests to anybody but the server. */
  strangers: string[];
};

export type Browser = { open(url: string, options?: { width?: number; scheme?: Scheme }): Promise<OpenPage> };

/**
 * The real Chromium that comes with the packages: one process for the file, ended with it. It needs no display and no
 * package of the system, and runs as root too, as it does in CI.
 */
export function useBrowser(): Browser {
  let browser: Chromium;
  beforeAll(async () => {
    browser = await playwright.launch({
      executablePath: await chromium.executablePath(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    });
  });
  afterAll(async () => browser?.close());
  return {
    async open(url, { width = 1280, scheme = 'light' } = {}) {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme: scheme,
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

/** What axe finds wrong, on the page or in a part of it, for who uses a screen reader or a keyboard or needs contrast. */
export async function violationsOf(page: Page, part = 'html'): Promise<Violation[]> {
  await page.evaluate(AXE);
  const found = (await page.evaluate(`axe.run(${JSON.stringify(part)})`)) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  return found.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html.slice(0, 200)) }));
}

/** How many pixels of the page lie beside the window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
