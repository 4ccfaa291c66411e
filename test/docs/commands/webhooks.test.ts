import { followGuide } from '../follow-guide.ts';

followGuide('docs/guides/webhooks.md');
