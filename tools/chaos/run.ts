import { parseArgs } from 'node:util';

type RunOptions = { from?: string | undefined; only?: string | undefined };

/** `npm run chaos -- <name>`: long runs with real processes. Each prints one line of results. */
const RUNS: Readonly<Record<string, () => Promise<{ run(seconds: number, options: RunOptions): Promise<boolean> }>>> = {
  alerts: () => import('./alerts.ts'),
  events: () => import('./events.ts'),
  streams: () => import('./streams.ts'),
  upgrade: () => import('./upgrade.ts'),
};

const USAGE = `npm run chaos -- ${Object.keys(RUNS).join('|')} [--seconds 60] [--from <folder>] [--only <alert>]`;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string' },
    from: { type: 'string' },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const load = RUNS[positionals[0] ?? ''];
if (values.help || load === undefined || positionals.length > 1) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}
const { run } = await load();
process.exitCode = (await run(Number(values.seconds ?? 60), values)) ? 0 : 1;
