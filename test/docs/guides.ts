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
/** They start servers and run commands next to them. */
export const ON_OWN_SERVER = ['README.md', 'docs/guides/operators.md'];

export const GUIDES = [
  'CONTRIBUTING.md',
  'README.md',
  'docs/architecture.md',
  ...sourceFiles('docs/guides/*.md'),
  'test/README.md',
];

export const ON_ONE_SERVER = GUIDES.filter((path) => ![...WITHOUT_COMMANDS, ...ON_OWN_SERVER].includes(path));
