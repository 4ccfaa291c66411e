import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { migrations } from '../../src/db/migration-files.ts';
import type { Deps } from '../../src/deps.ts';
import { answerHealth } from '../../src/http/health.ts';

const WAIT_MS = 100;

it('a database that does not respond is failing soon, and is asked once', async () => {
  const asked: (() => void)[] = [];
  const query = () =>
    new Promise((resolve) => {
      asked.push(() => resolve({ rows: [{ there: true, stated: false, time: migrations.at(-1)!.time }] }));
    });
  const app = Fastify();
  app.decorate('deps', { database: { pool: { query }, clockWatch: { isWrong: false } } } as unknown as Deps);
  answerHealth(app, () => true, WAIT_MS);
  const probe = async () => {
    const response = await app.inject('/readyz');
    return [response.statusCode, response.json()];
  };

  const failing = [503, { status: 'not_ready', failing: ['database'] }];
  expect(await Promise.all([probe(), probe()])).toEqual([failing, failing]);
  // Longer than a result is cached.
  await new Promise((resolve) => setTimeout(resolve, 1100));
  expect(await probe()).toEqual(failing);
  expect(asked).toHaveLength(1);

  asked[0]!();
  await expect.poll(() => asked).toHaveLength(2);
  asked[1]!();
  expect(await probe()).toEqual([200, { status: 'ready', failing: [] }]);
  await app.close();
});
