import { parseArgs } from 'node:util';
import { returnMemory, serveHonestly, verifyData } from './aftermath.ts';
import type { Case } from './case.ts';
import { catalogue } from './cases/index.ts';
import { type Result, runCase, type Stage } from './run-case.ts';
import { closeStage, openStage } from './stage.ts';

/**
 * `npm run attack`: every case of the catalogue against a server started like `npm start`. `--only <word>` selects
 * cases by family or name, `--short` those of `npm test`, `--list` only lists them.
 */
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    short: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});

const chosen = (one: Case) =>
  (!options.short || one.short) &&
  (!options.only || options.only.some((word) => `${one.family}: ${one.name}`.includes(word)));

async function main(): Promise<number> {
  let stage = await openStage();
  const stop = async () => {
    await closeStage(stage);
    process.exit(130);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const results: Result[] = [];
  const report = (result: Result) => {
    results.push(result);
    console.log(lineOf(result));
  };
  try {
    const cases = (await catalogue(stage.server.port)).filter(chosen);
    if (options.list) {
      for (const one of cases) console.log(`${one.family}: ${one.name}`);
      return 0;
    }
    // Of a warm server: the first picture and the first pages load code that stays.
    await serveHonestly(stage);
    await serveHonestly(stage);
    const baselineMiB = (await stage.server.collect()).rssMiB;
    for (const one of cases) {
      const result = one.env ? await runApart(one, one.env) : await runCase(stage, one);
      report(result);
      if (isLost(stage, result)) stage = await reopen(stage);
    }
    for (const look of [serveHonestly, (on: Stage) => returnMemory(on, baselineMiB), verifyData]) {
      report(await look(stage));
    }
  } finally {
    await closeStage(stage);
  }
  const broken = results.filter(({ problems }) => problems.length > 0).length;
  console.log(`\n${results.length - broken} held, ${broken} broken`);
  return broken === 0 ? 0 : 1;
}

/** Runs a case on a server of its own. */
async function runApart(one: Case, env: Record<string, string>): Promise<Result> {
  const stage = await openStage(env);
  try {
    return await runCase(stage, one);
  } finally {
    await closeStage(stage);
  }
}

const isLost = ({ server }: Stage, { cpuMs }: Result) => server.ended() !== null || Number.isNaN(cpuMs);

async function reopen(lost: Stage): Promise<Stage> {
  await closeStage(lost);
  return openStage();
}

function lineOf({ family, name, problems, statuses, blockMs, cpuMs, rssMiB, seconds }: Result): string {
  const counts = new Map<number, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  const seen = [...counts].map(([status, count]) => (count === 1 ? `${status}` : `${count}x${status}`)).join(' ');
  const numbers = `block ${blockMs.toFixed(0)} ms, CPU ${cpuMs.toFixed(0)} ms, RSS ${rssMiB >= 0 ? '+' : ''}${rssMiB.toFixed(0)} MiB, ${seconds.toFixed(1)} s`;
  const line = `${problems.length === 0 ? 'held  ' : 'BROKEN'} ${family}: ${name} | ${seen || '-'} | ${numbers}`;
  return [line, ...problems.map((problem) => `       ${problem}`)].join('\n');
}

process.exitCode = await main();
