import { itFollows, startGuideServer } from '../follow-guide.ts';

itFollows('docs/guides/operators.md', () => startGuideServer());
