import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexer, type Token, walkTokens } from 'marked';
import { ROOT } from '../support/source-files.ts';

/** A command block of a guide, with the output shown below it. */
export type Step = { line: number; script: string; shown: { as: 'json' | 'text'; text: string } | null };

/** Languages of blocks next to one for the shell: they do and print the same. */
export const TAB_LANGUAGES = ['js', 'py'] as const;
export type TabLanguage = (typeof TAB_LANGUAGES)[number];

export type Guide = {
  steps: Step[];
  /** Blocks that do the same as the command block before them. Those of a language are one program. */
  tabs: Record<TabLanguage, Step[]>;
  /** Log lines shown by the guide: ```json log */
  logs: { line: number; text: string }[];
  /** Blocks marked `no-run`: what a test can't run, such as docker. */
  notRun: { line: number; script: string }[];
  /** Blocks that show a file of the repository: ```ts file=clients/… */
  files: { line: number; path: string; text: string }[];
};

/** Counts every `!` outside single quotes, which an interactive shell would expand as history. */
export function historyMarks(script: string): number {
  let quote = '';
  let marks = 0;
  for (let at = 0; at < script.length; at++) {
    const sign = script[at]!;
    if (sign === '\\' && quote !== "'") at++;
    else if (quote === '' && (sign === "'" || sign === '"')) quote = sign;
    else if (sign === quote) quote = '';
    else if (sign === '!' && quote !== "'" && !/[\s=]/.test(script[at + 1] ?? ' ')) marks++;
  }
  return marks;
}

/**
 * Reads the blocks of a Markdown file. ```sh is run as written; ```json and ```text right below it are its output.
 * Blocks marked `tab` stand next to each other: ```sh tab, ```js tab, ```py tab, and the output of all is below the last.
 * Blocks marked `no-run` are skipped; ```ts file=<path> shows that whole file, and the test of
 * ```js test=<path> runs the block. Anything else is an error.
 */
export function readGuide(path: string): Guide {
  const markdown = readFileSync(join(ROOT, path), 'utf8');
  const guide: Guide = { steps: [], tabs: { js: [], py: [] }, logs: [], notRun: [], files: [] };
  /** The steps whose output may follow. */
  let last: Step[] = [];
  let at = 0;
  walkTokens(lexer(markdown), (token: Token) => {
    if (token.type !== 'code') return;
    at = markdown.indexOf(token.raw.trim().split('\n')[0]!, at) + 1;
    const line = markdown.slice(0, at).split('\n').length;
    const words = String(token['lang'] ?? '').split(' ');
    const isTab = words.at(-1) === 'tab';
    const [language, option, ...rest] = isTab ? words.slice(0, -1) : words;
    const text = token['text'] as string;
    const before = last;
    last = [];
    const step: Step = { line, script: text, shown: null };
    if (rest.length === 0 && language === 'sh' && option === undefined) {
      last = [step];
      guide.steps.push(step);
    } else if (isTab && isTabLanguage(language) && option === undefined && before.length > 0) {
      last = [...before, step];
      guide.tabs[language].push(step);
    } else if (rest.length === 0 && option === 'no-run') {
      guide.notRun.push({ line, script: text });
    } else if (rest.length === 0 && language === 'json' && option === 'log') {
      guide.logs.push({ line, text });
    } else if ((language === 'json' || language === 'text') && option === undefined && before.length > 0) {
      for (const one of before) one.shown = { as: language, text };
    } else if (rest.length === 0 && option?.startsWith('file=')) {
      guide.files.push({ line, path: option.slice('file='.length), text });
    } else if (rest.length === 0 && option?.startsWith('test=')) {
      const runs = readFileSync(join(ROOT, option.slice('test='.length)), 'utf8').includes(path);
      if (!runs) throw new Error(`${path}:${line}: ${option} does not read this file`);
    } else if (language !== '' || option !== undefined) {
      throw new Error(`${path}:${line}: nobody knows what to do with a block of ${String(token['lang'])}`);
    }
  });
  return guide;
}

const isTabLanguage = (language: string | undefined): language is TabLanguage =>
  (TAB_LANGUAGES as readonly (string | undefined)[]).includes(language);
