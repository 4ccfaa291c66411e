import { writeFileSync } from 'node:fs';
import { performanceFiles } from './report/files.ts';

/**
 * `node bench/report.ts` generates docs/performance.md and docs/performance.svg from bench/results/*.json. `npm run
 * bench:report` repeats the measurements first.
 */
for (const { url, text } of performanceFiles()) writeFileSync(url, text);
