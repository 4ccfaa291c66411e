import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { readDemoAccount } from '../src/demo/files.ts';
import { unpackedChromium, withOwnFont } from '../test/support/chromium.ts';
import { startServer } from './harness/processes.ts';
import { markdown, median } from './harness/report.ts';

const USAGE = `node bench/page-load.ts [--rounds 5] [--cpu 1]

Measures the pages of the demo network in Chromium as on a phone: 1.6 megabits a second and 150 ms for each request, first with an
empty cache and then with a full one. Prints medians: when the largest content was painted, what was transferred, and how
far content moved (CLS). Exits with 1 if a page is painted later than 1.5 s, or moves more than 0.05.

  --rounds  visits of each page
  --cpu     how many times slower the processor is than this machine's`;
const PHONE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const VIEWPORT = { width: 390, height: 844 };
const MOST_LCP_MS = 1500;
const MOST_SHIFT = 0.05;
/** After the load, for pictures painted late. */
const SETTLED_MS = 300;
/** The pages of visitors, and then those of a member. */
const PUBLIC = ['/', '/@harbour-roasters', '/console/sign-in'];
const SIGNED_IN = [
  '/home',
  '/@nordbau-studio',
  '/console/messages',
  '/console/notifications',
  '/console',
  '/console/network/followers',
  '/home/agent',
];

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    cpu: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit();
}

type Visit = { lcpMs: number; bytes: number; shift: number };

/** Collects from the start of each document; the numbers are read at the end. */
const OBSERVE = `
  window.seen = { lcpMs: 0, shift: 0 };
  new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) seen.lcpMs = startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) seen.shift += value; })
    .observe({ type: 'layout-shift', buffered: true });`;
const RESULT = `({ ...seen, bytes: [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .reduce((sum, { transferSize }) => sum + transferSize, 0) })`;

async function visit(page: Page, url: string): Promise<Visit> {
  await page.goto(url);
  await page.waitForTimeout(SETTLED_MS);
  return page.evaluate(RESULT) as Promise<Visit>;
}

/** A page with an empty cache, and again with a full one. */
async function visitTwice(browser: Browser, url: string, session: string | null) {
  const context = await browser.newContext({ viewport: VIEWPORT, isMobile: true, deviceScaleFactor: 2 });
  if (session) await context.addCookies([{ name: 'pronet_session', value: session, url: new URL(url).origin }]);
  const page = await context.newPage();
  await page.addInitScript(OBSERVE);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', PHONE);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: Number(values.cpu) });
  const visits = { cold: await visit(page, url), warm: await visit(page, url) };
  await context.close();
  return visits;
}

function rowOf(path: string, cache: 'cold' | 'warm', visits: readonly Visit[]) {
  const of = (field: keyof Visit) => median(visits.map((one) => one[field]));
  return { path, cache, lcpMs: of('lcpMs'), bytes: of('bytes'), shift: of('shift') };
}

const directory = await mkdtemp(join(tmpdir(), 'pronet-page-load-'));
const server = await startServer(directory);
const executablePath = await unpackedChromium();
const browser = await chromium.launch({
  executablePath,
  env: await withOwnFont(executablePath),
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});
try {
  const account = (await readDemoAccount(join(directory, 'data')))!;
  const answer = await fetch(`${server.url}/v1/account/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: account.email, password: account.password }),
  });
  const { token } = ((await answer.json()) as { data: { session: { token: string } } }).data.session;
  const rows = [];
  for (const path of [...PUBLIC, ...SIGNED_IN]) {
    const rounds = [];
    const session = SIGNED_IN.includes(path) ? token : null;
    for (let round = 0; round < Number(values.rounds); round++) {
      rounds.push(await visitTwice(browser, server.url + path, session));
    }
    for (const cache of ['cold', 'warm'] as const) {
      rows.push(
        rowOf(
          path,
          cache,
          rounds.map((visits) => visits[cache]),
        ),
      );
    }
  }
  console.log(
    markdown(
      ['Page', 'Cache', 'Largest content (ms)', 'Transferred (KB)', 'Moved'],
      rows.map(({ path, cache, lcpMs, bytes, shift }) => [
        path,
        cache === 'cold' ? 'empty' : 'full',
        lcpMs.toFixed(0),
        (bytes / 1000).toFixed(1),
        shift.toFixed(3),
      ]),
    ),
  );
  const bad = rows.filter(({ lcpMs, shift }) => lcpMs > MOST_LCP_MS || shift > MOST_SHIFT);
  for (const { path, cache } of bad) console.log(`${path} is too slow or moves (${cache})`);
  process.exitCode = bad.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  await server.stop();
  await rm(directory, { recursive: true, force: true });
}
