import { sourceFiles } from '../support/source-files.ts';

/**
 * Only tables: `flows.test.ts` compares those of flows with the routes; those of capacity are generated. What contributors
 * run is marked `no-run`.
 */
export const WITHOUT_COMMANDS = [
  'CONTRIBUTING.md',
  'docs/architecture.md',
  'docs/guides/capacity.md',
  'docs/guides/flows.md',
  'test/README.md',
];

export const GUIDES = [
  'CONTRIBUTING.md',
  'README.md',
  'docs/architecture.md',
  ...sourceFiles('docs/guides/*.md'),
  ...sourceFiles('docs/concepts/*.md'),
  'test/README.md',
];
