import { join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ROOT } from '../support/source-files.ts';

/**
 * The slowest files, slowest first, so that no worker is left alone with one at the end of a run. Files missing here
 * run later, ordered by size.
 */
export const LONGEST = [
  'test/model/model.test.ts',
  'test/docs/commands.test.ts',
  'test/process/processes.test.ts',
  'test/process/ops.test.ts',
  'test/process/refusals.test.ts',
  'test/process/life.test.ts',
  'test/browser/docs.test.ts',
  'test/contract/matrix.test.ts',
  'test/contract/fuzz.test.ts',
  'test/contract/prism.test.ts',
  'test/process/outside-database.test.ts',
  'test/unit/storage/blob-stores.test.ts',
  'test/unit/jobs/jobs.test.ts',
  'test/races/account.test.ts',
  'test/races/conversations.test.ts',
  'test/clients/example-web.test.ts',
];

const place = new Map(LONGEST.map((path, index) => [join(ROOT, path), index]));

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => place.get(moduleId) ?? LONGEST.length;
    return others.toSorted((a, b) => rank(a) - rank(b));
  }
}
