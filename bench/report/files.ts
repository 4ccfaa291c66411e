import { existsSync, readFileSync } from 'node:fs';
import { renderCapacity } from './capacity.ts';
import { renderDocument } from './document.ts';
import { renderPicture } from './picture.ts';
import type { Results } from './results.ts';

const ROOT = new URL('../../', import.meta.url);

/** The latest results, stored in the repository. */
export function readResults(): Results {
  const read = <Name extends keyof Results>(name: Name): Partial<Pick<Results, Name>> => {
    const file = new URL(`bench/results/${name}.json`, ROOT);
    return existsSync(file) ? ({ [name]: JSON.parse(readFileSync(file, 'utf8')) } as Pick<Results, Name>) : {};
  };
  const names = [
    'comparison',
    'profiles',
    'processes',
    'start',
    'media',
    'seed',
    'growth',
    'search',
    'streams',
    'webhooks',
    'writes',
  ] as const;
  const results: Partial<Results> = Object.assign({}, ...names.map(read));
  if (!results.comparison) throw new Error('bench/results/comparison.json is missing: npm run bench:report makes it');
  return results as Results;
}

/** The files generated from the results, with their texts. */
export function performanceFiles(): { url: URL; text: string }[] {
  const results = readResults();
  return [
    { url: new URL('docs/performance.md', ROOT), text: renderDocument(results) },
    { url: new URL('docs/performance.svg', ROOT), text: renderPicture(results.comparison) },
    ...(results.growth
      ? [{ url: new URL('docs/guides/capacity.md', ROOT), text: renderCapacity(results as Required<Results>) }]
      : []),
  ];
}
