import { expect, test } from 'vitest';
import { startServer } from '../process/server.ts';
import { historyMarks, readGuide } from './guide.ts';
import { makeCheckout, runGuide } from './run-guide.ts';
import { ShownAnswers } from './shape.ts';

export const PATIENCE_MS = 480_000;

/** Runs every command of a guide on a separate server. One test file per guide, so that they run in parallel. */
export function followGuide(path: string): void {
  test(`${path}: every command works as written and prints what is shown`, { timeout: PATIENCE_MS }, async () => {
    const { steps, logs } = readGuide(path);
    expect(steps.filter(({ script }) => historyMarks(script) > 0)).toEqual([]);
    const cwd = await makeCheckout();
    const { baseUrl, output } = await startServer({ cwd, env: { RATE_LIMIT_ENABLED: 'true' } });
    // Like the site; the README shows the address of a first start.
    const place = (text: string) =>
      text.replaceAll('{{base_url}}', baseUrl).replaceAll('http://127.0.0.1:3000', baseUrl);
    expect(await runGuide(steps, cwd, place)).toEqual([]);
    expect(steps.length).toBeGreaterThan(0);
    const lines = output().split('\n');
    for (const { line, text } of logs) {
      const like = lines.filter((one) => new ShownAnswers().compareJson(text, one).length === 0);
      expect(like.length, `line ${line}: no such line in the log`).toBeGreaterThan(0);
    }
  });
}
