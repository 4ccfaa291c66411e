import { writeFileSync } from 'node:fs';
import { performanceFiles } from './report/files.ts';

/**
 * `node bench/report.ts` makes docs/performance.md and docs/performance.svg of bench/results/*.json, which
 * `npm run bench:report` measures anew before it does the same.
 */
for (const { url, text } of performanceFiles()) writeFileSync(url, text);
