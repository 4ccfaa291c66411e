import { parseArgs } from 'node:util';

/** `npm run chaos -- <name>`: long runs with real processes. Each prints one line of results. */
const RUNS: Readonly<Record<string, () => Promise<{ run(seconds: number): Promise<boolean> }>>> = {
  events: () => import('./events.ts'),
  streams: () => import('./streams.ts'),
};

const USAGE = `npm run chaos -- ${Object.keys(RUNS).join('|')} [--seconds 60]`;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string' }, help: { type: 'boolean', default: false } },
});
const load = RUNS[positionals[0] ?? ''];
if (values.help || load === undefined || positionals.length > 1) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}
const { run } = await load();
process.exitCode = (await run(Number(values.seconds ?? 60))) ? 0 : 1;
