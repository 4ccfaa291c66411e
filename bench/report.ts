import { writeFileSync } from 'node:fs';
import { SWING_MAX, swingOf } from './harness/report.ts';
import { performanceFiles, readResults } from './report/files.ts';

/**
 * `node bench/report.ts` generates docs/performance.md and docs/performance.svg from bench/results/*.json. `npm run
 * bench:report` repeats the measurements first. Writes nothing if the bare floor was not steady.
 */
const unsteady = readResults().comparison.measured.filter((one) => swingOf(one) > SWING_MAX);
for (const one of unsteady) {
  const percent = Math.round(swingOf(one) * 100);
  console.error(
    `${one.title}: a round of the bare floor was ${percent} % from its median. Measure again on an idle machine.`,
  );
}
if (unsteady.length > 0) process.exitCode = 1;
else for (const { url, text } of performanceFiles()) writeFileSync(url, text);
