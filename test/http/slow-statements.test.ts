import { beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ SLOW_STATEMENT_MS: '30' });
});

const run = (name: string, text: string) => test.deps.database.executor.run([{ name, text, values: [] }]);
const lines = (name: string) => test.logLines.filter((line) => line.includes(name)).map((line) => JSON.parse(line));

it('counts slow statements by name, and logs each once a minute', async () => {
  for (let times = 0; times < 3; times++) await run('trial.slow', 'select pg_sleep(0.05)');
  await run('trial.quick', 'select 1');
  const metrics = await test.deps.metrics.write();
  expect(metrics).toContain('pronet_slow_statements_total{statement="trial.slow"} 3');
  expect(metrics).not.toContain('trial.quick');
  expect(lines('trial.slow')).toMatchObject([{ level: 'info', statements: ['trial.slow'], msg: 'slow statements' }]);
  expect(lines('trial.slow')[0].ms).toBeGreaterThanOrEqual(50);
});

it('measures the statements of one round trip together, even if one fails', async () => {
  const batch = [
    { name: 'trial.first', text: 'select 1', values: [] },
    { name: 'trial.second', text: 'select pg_sleep(0.05)', values: [] },
    { name: 'trial.fails', text: 'select 1 / (random() * 0)::int', values: [] },
  ];
  await expect(test.deps.database.executor.run(batch)).rejects.toThrow('division by zero');
  expect(await test.deps.metrics.write()).toContain('{statement="trial.first"} 1');
  expect(lines('trial.first')).toMatchObject([{ statements: ['trial.first', 'trial.second', 'trial.fails'] }]);
});
