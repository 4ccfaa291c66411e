import { sourceFiles } from '../support/source-files.ts';

/** Only tables: `flows.test.ts` compares those of flows with the routes; those of capacity are generated. */
export const WITHOUT_COMMANDS = ['docs/guides/flows.md', 'docs/guides/capacity.md'];
/** They start servers and run commands next to them. */
export const ON_OWN_SERVER = ['README.md', 'docs/guides/operators.md'];

export const GUIDES = ['README.md', ...sourceFiles('docs/guides/*.md')];

export const ON_ONE_SERVER = GUIDES.filter((path) => ![...WITHOUT_COMMANDS, ...ON_OWN_SERVER].includes(path));
