import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT, sourceFiles } from '../../support/source-files.ts';

/** What views print unescaped (`<%~ … %>`): other views, words of the view itself, and HTML that functions of the server have made. */
const ALLOWED: readonly RegExp[] = [
  /^include\(/,
  // One of two words, without any value.
  /^[^`]*\? '[^'`]*' : '[^'`]*'$/,
  /^(it\.body|it\.html|it\.ld|it\.qr|one\.html|html|items)$/,
  /^([\w.]+\.)?(body|bio|hint|about|facts|more|lead|end)Html( \|\| '[^']*')?$/,
  /^(icon|number|it\.codeBlock)\(/,
];
const isAllowed = (code: string) => ALLOWED.some((pattern) => pattern.test(code));

const views = sourceFiles('src/**/*.eta').map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

it('views print values escaped', () => {
  const raw = views.flatMap(({ path, text }) =>
    [...text.matchAll(/<%[-_]?~\s*([\s\S]*?)\s*%>/g)]
      .map(([, code]) => code!)
      .filter((code) => !isAllowed(code))
      .map((code) => `${path}: ${code}`),
  );
  expect(raw).toEqual([]);
});

it('views build no HTML in template literals', () => {
  const built = views.filter(({ text }) =>
    [...text.matchAll(/<%([\s\S]*?)%>/g)].some(([, code]) => /`[^`]*(<\w|\w=")[^`]*\$\{/.test(code!)),
  );
  expect(built.map(({ path }) => path)).toEqual([]);
});

it('knows a value that is printed raw', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a view
  for (const code of ["it.isNew ? '' : `&amp;status=${status}`", 'it.name', 'hidden', "it.a ? it.b : ''"]) {
    expect(isAllowed(code), code).toBe(false);
  }
});
