import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import { freePort } from '../../test/support/free-port.ts';
import { end } from './processes.ts';

const RULES = new URL('../../ops/alerts.yml', import.meta.url);
const READ_SECONDS = 2;
const START_MS = 20_000;
/** A rate needs two values. Windows of minutes shrink to this at least. */
const LEAST_WINDOW_SECONDS = 6 * READ_SECONDS;
/** Of the time for which a condition must hold. */
const MOST_SECONDS_FOR = 5;

type Rule = { alert: string; expr: string; for?: string };
type RuleFile = { groups: { name: string; interval?: string; rules: Rule[] }[] };

export type Prometheus = {
  alerts: readonly string[];
  /** The alerts that are firing now. */
  firing(): Promise<ReadonlySet<string>>;
  stop(): Promise<void>;
};

/** The rules as shipped, but in seconds where they say minutes: what a minute of faults does is clear after seconds. */
function inSeconds({ groups }: RuleFile): RuleFile {
  const hurried = (rule: Rule): Rule => ({
    ...rule,
    expr: rule.expr
      .replace(/\[(\d+)m\]/g, (_, minutes) => `[${Math.max(LEAST_WINDOW_SECONDS, Number(minutes))}s]`)
      .replace(/^(max\(pronet_jobs_late_seconds\) >) 600$/, '$1 10'),
    ...(rule.for && { for: `${Math.min(MOST_SECONDS_FOR, Number.parseInt(rule.for, 10))}s` }),
  });
  return {
    groups: groups.map((group) => ({ ...group, interval: `${READ_SECONDS}s`, rules: group.rules.map(hurried) })),
  };
}

/** Starts the `prometheus` of the system, which reads these targets and evaluates the rules of `ops/alerts.yml`. */
export async function startPrometheus(folder: string, targets: readonly string[]): Promise<Prometheus> {
  const file = inSeconds(parse(await readFile(RULES, 'utf8')) as RuleFile);
  await writeFile(join(folder, 'alerts.yml'), stringify(file));
  const config = {
    global: { scrape_interval: `${READ_SECONDS}s`, scrape_timeout: `${READ_SECONDS}s` },
    rule_files: ['alerts.yml'],
    scrape_configs: [{ job_name: 'pronet', static_configs: [{ targets }] }],
  };
  await writeFile(join(folder, 'prometheus.yml'), stringify(config));
  const address = `127.0.0.1:${await freePort()}`;
  const options = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'prometheus')}`,
    `--web.listen-address=${address}`,
    '--log.level=error',
  ];
  const child: ChildProcess = spawn('prometheus', options, { stdio: ['ignore', 'inherit', 'inherit'] });
  let missing = false;
  child.once('error', () => {
    missing = true;
  });
  const ask = async <T>(path: string): Promise<T> => (await (await fetch(`http://${address}${path}`)).json()) as T;
  for (let waited = 0; ; waited += 200) {
    if (missing) throw new Error('needs prometheus: on Debian, apt-get install prometheus');
    if (
      await fetch(`http://${address}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
    if (waited > START_MS) throw new Error('prometheus did not start');
    await sleep(200);
  }
  return {
    alerts: file.groups.flatMap(({ rules }) => rules.map(({ alert }) => alert)),
    async firing() {
      const { data } = await ask<{ data: { alerts: { state: string; labels: { alertname: string } }[] } }>(
        '/api/v1/alerts',
      );
      return new Set(data.alerts.flatMap(({ state, labels }) => (state === 'firing' ? [labels.alertname] : [])));
    },
    stop: () => end(child, 'SIGTERM'),
  };
}
