import { followGuide } from '../follow-guide.ts';

followGuide('README.md');
