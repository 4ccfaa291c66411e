import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../support/source-files.ts';

const SHARED = 'src/web/kit/assets';
const THEME = [`${SHARED}/theme.css`];
const BASE = [...THEME, `${SHARED}/base.css`];
const CARDS = [...BASE, `${SHARED}/cards.css`];

/** The declarations of a style sheet without its media queries, each with its selector. */
function declarationsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '');
  return [...text.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selectors = '', body = '']) =>
    selectors.split(/,\s*(?![^(]*\))/).flatMap((selector) =>
      body
        .split(';')
        .filter((line) => line.trim())
        .map((line) => `${selector.trim()} { ${line.trim()} }`),
    ),
  );
}

it.each([
  ['the console', [...CARDS, 'src/web/console/assets/console.css']],
  ['public pages', [...CARDS, 'src/web/public/assets/public.css']],
  ['consent pages', [...BASE, 'src/oauth/views/pages.css']],
  ['the documentation', [...BASE, 'src/web/docs/assets/docs.css']],
  ['the reference', [...THEME, 'src/web/docs/assets/reference.css']],
])('the style sheets of %s repeat no declaration', (_name, files) => {
  const seen = new Set<string>();
  const repeated: string[] = [];
  for (const file of files) {
    for (const declaration of declarationsOf(file)) {
      if (seen.has(declaration)) repeated.push(`${file}: ${declaration}`);
      seen.add(declaration);
    }
  }
  expect(seen.size).toBeGreaterThan(20);
  expect(repeated).toEqual([]);
});
