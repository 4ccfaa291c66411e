import { followGuide } from '../follow-guide.ts';

followGuide('docs/guides/company-agent.md');
