import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
/** `exec env NAME=value ... node --option ... src/main.js serve` */
const words: string[] = scripts.start.split(' ');

/** The options of Node.js and the environment of `npm start`. They limit memory. */
export const START_OPTIONS = words.filter((word) => word.startsWith('--'));
export const START_ENV = Object.fromEntries(
  words.flatMap((word) => (word.includes('=') && !word.startsWith('--') ? [word.split('=') as [string, string]] : [])),
);
