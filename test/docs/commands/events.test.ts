import { followGuide } from '../follow-guide.ts';

followGuide('docs/guides/events.md');
