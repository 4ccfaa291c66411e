import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../process/server.ts';
import type { AtEnd } from '../support/end-of-file.ts';
import { historyMarks, readGuide, type Step } from './guide.ts';
import { makeCheckout, runGuide } from './run-guide.ts';
import { ShownAnswers } from './shape.ts';

export const PATIENCE_MS = 480_000;

export type GuideServer = Awaited<ReturnType<typeof startGuideServer>>;

/**
 * A server in a fresh checkout, with the limits of the program, that runs the commands of guides. If it is `shared`, the
 * requests of each guide come from an address of their own, through a proxy.
 */
export async function startGuideServer({
  atEnd = onTestFinished,
  shared = false,
}: {
  atEnd?: AtEnd;
  shared?: boolean;
} = {}) {
  const cwd = await makeCheckout(atEnd);
  const env = { RATE_LIMIT_ENABLED: 'true', ...(shared && { TRUST_PROXY: '1' }) };
  const { baseUrl, output } = await startServer({ cwd, env, atEnd });
  let readers = 0;
  // Like the site; the README shows the address of a first start.
  const place = (text: string) => text.replaceAll('{{base_url}}', baseUrl).replaceAll('http://127.0.0.1:3000', baseUrl);
  return {
    cwd,
    output,
    /** Runs the commands as one reader. */
    async run(steps: Step[]): Promise<string[]> {
      if (!shared) return runGuide(steps, cwd, place);
      readers += 1;
      const curlHome = join(cwd, '.data');
      await writeFile(join(curlHome, '.curlrc'), `header = "X-Forwarded-For: 192.0.2.${readers}"\n`);
      return runGuide(steps, cwd, place, { CURL_HOME: curlHome });
    },
  };
}

/** Runs every command of a guide. */
export function itFollows(path: string, serverOf: () => Promise<GuideServer>): void {
  test(`${path}: every command works as written and prints what is shown`, { timeout: PATIENCE_MS }, async () => {
    const { steps, logs } = readGuide(path);
    expect(steps.filter(({ script }) => historyMarks(script) > 0)).toEqual([]);
    const server = await serverOf();
    expect(await server.run(steps)).toEqual([]);
    expect(steps.length).toBeGreaterThan(0);
    const lines = server.output().split('\n');
    for (const { line, text } of logs) {
      const like = lines.filter((one) => new ShownAnswers().compareJson(text, one).length === 0);
      expect(like.length, `line ${line}: no such line in the log`).toBeGreaterThan(0);
    }
  });
}
