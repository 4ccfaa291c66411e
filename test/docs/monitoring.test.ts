import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ERROR_CODES } from '../../src/core/error-codes.ts';
import { makeMetrics } from '../../src/telemetry/metrics.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { ROOT } from '../support/source-files.ts';

const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');
const rules: { alert: string; expr: string }[] = parse(read('ops/alerts.yml')).groups.flatMap(
  ({ rules: all }: { rules: [] }) => all,
);
const panels: { targets: { expr: string }[] }[] = JSON.parse(read('ops/grafana.json')).panels;
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
];

let t: TestApp;
let exposed: Set<string>;
beforeAll(async () => {
  t = await startTestApp({
    METRICS_TOKEN: 'a-token-for-the-metrics-of-a-test',
    BACKUP_TO: '/nowhere',
    BACKUP_EVERY: '2d',
  });
  await t.call('GET', '/v1/meta');
  // A server with Redis.
  const withRedis = await makeMetrics({ openStreams: () => 0, redisUp: () => true }).write();
  const { payload } = await t.app.inject('/metrics');
  exposed = new Set([...`${payload}\n${withRedis}`.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!));
});

it('alerts and the board name only metrics that the server has', () => {
  const named = expressions.flatMap((expr) => expr.match(/\b(pronet|process)_\w+/g) ?? []);
  expect(named.length).toBeGreaterThan(30);
  const unknown = named.filter((name) => !exposed.has(name) && !exposed.has(name.replace(/_bucket$/, '')));
  expect(unknown).toEqual([]);
});

it('alerts and the board name only operations and error codes that exist', () => {
  const labels = (label: string) =>
    expressions.flatMap((expr) =>
      [...expr.matchAll(new RegExp(`\\b${label}="([^"]+)"`, 'g'))].map(([, value]) => value!),
    );
  expect(labels('code').filter((code) => !(code in ERROR_CODES))).toEqual([]);
  const operations = t.app.routes.map(({ contract }) => contract.operation);
  expect(labels('operation').filter((name) => !operations.includes(name))).toEqual([]);
});

it('the runbook says of each alert, and of no others, what it means, what to look at and what to do', () => {
  const entries = read('docs/guides/alerts.md')
    .split(/^### (?=Pronet)/m)
    .slice(1);
  expect(entries.map((entry) => entry.slice(0, entry.indexOf('\n'))).sort()).toEqual(
    rules.map(({ alert }) => alert).sort(),
  );
  for (const entry of entries) {
    for (const part of ['**Meaning.**', '**Look at**', '**Do.**']) expect(entry).toContain(part);
  }
});

it('shows the state of the database, and goes on without it', async () => {
  const { payload } = await t.app.inject('/metrics');
  expect(payload).toMatch(/^pronet_database_up 1$/m);
  expect(payload).toMatch(/^pronet_schema_fits 1$/m);
  expect(payload).toMatch(/^pronet_reports_open 0$/m);
  expect(payload).toMatch(/^pronet_data_dir_free_bytes [1-9]\d+(e\+\d+)?$/m);
  expect(payload).toMatch(/^pronet_database_pool_connections\{use="idle"\} \d+$/m);
  expect(payload).toMatch(/^pronet_last_backup_timestamp_seconds 0$/m);
  expect(payload).toMatch(/^pronet_backup_interval_seconds 172800$/m);
  const jobs = [{ name: 'mail.send', waiting: 4, failed: 3, running: 2, dead: 1, late_seconds: 61.5 }];
  const busy = makeMetrics({
    openStreams: () => 0,
    state: {
      pool: () => ({ total: 1, idle: 1, waiting: 0 }),
      state: async () => ({ jobs, openReports: 2, schemaFits: false }),
      freeBytes: async () => 5,
    },
  });
  const first = await busy.write();
  expect(first).toMatch(/^pronet_jobs\{name="mail.send",state="dead"\} 1$/m);
  expect(first).toMatch(/^pronet_jobs_late_seconds\{name="mail.send"\} 61.5$/m);
  expect(first).toMatch(/^pronet_schema_fits 0$/m);
  const away = makeMetrics({
    openStreams: () => 0,
    state: {
      pool: () => ({ total: 3, idle: 1, waiting: 7 }),
      state: () => Promise.reject(new Error('away')),
      freeBytes: async () => 5,
    },
  });
  const text = await away.write();
  expect(text).toMatch(/^pronet_database_up 0$/m);
  expect(text).not.toMatch(/^pronet_jobs\{/m);
  expect(text).toMatch(/^pronet_database_pool_connections\{use="in_use"\} 2$/m);
});

it('counts refusals by code', async () => {
  await t.call('POST', '/v1/account/sessions', { body: { email: 'nobody@example.com', password: 'x'.repeat(20) } });
  expect((await t.app.inject('/metrics')).payload).toMatch(/^pronet_refusals_total\{code="invalid_credentials"\} 1$/m);
});
