import { itFollows, startGuideServer } from '../follow-guide.ts';

itFollows('README.md', () => startGuideServer());
