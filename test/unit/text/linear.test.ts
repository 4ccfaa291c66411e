import { describe, expect, it } from 'vitest';
import { composeMail } from '../../../src/adapters/mail/templates/compose.ts';
import { maskSecrets, secretsIn } from '../../../src/auth/key-format.ts';
import { domainName } from '../../../src/core/domain-name.ts';
import { escapeHtml } from '../../../src/core/escape-html.ts';
import { searchTerms, searchText } from '../../../src/core/search-terms.ts';
import {
  codePointLength,
  email,
  emailKey,
  firstWord,
  isBlank,
  line,
  preview,
  printableAscii,
  prose,
} from '../../../src/core/text.ts';
import { findLinks } from '../../../src/core/text-links.ts';
import { findMentions } from '../../../src/core/text-mentions.ts';
import { memberName, withoutInvisible } from '../../../src/core/text-names.ts';
import { commaList, lastPathSegment } from '../../../src/core/url-input.ts';
import { imitatesReserved, isReserved, usernameKey, usernameLook, usernameSchema } from '../../../src/core/username.ts';
import { deviceOf } from '../../../src/web/console/device.ts';
import { proseHtml } from '../../../src/web/kit/prose-html.ts';
import { oneLine, scriptJson } from '../../../src/web/public/page.ts';

/** Every function that processes a caller's text. Add new ones to this list. */
const FUNCTIONS: Record<string, (text: string) => unknown> = {
  proseHtml,
  findLinks: (text) => findLinks(text),
  findMentions,
  escapeHtml,
  oneLine: (text) => oneLine(text, 200),
  scriptJson: (text) => scriptJson({ text }),
  preview,
  firstWord,
  isBlank,
  codePointLength,
  'schema of a line': schema(line(80, { min: 1 })),
  'schema of the longest line': schema(line(500)),
  withoutInvisible,
  'schema of a name': schema(memberName(80, { min: 1 })),
  'schema of prose': schema(prose(10_000, { min: 1 })),
  'schema of printable ASCII': schema(printableAscii(64)),
  'schema of an e-mail address': schema(email()),
  'schema of a domain': schema(domainName()),
  'schema of a username': schema(usernameSchema()),
  'schema of a list in a query': schema(commaList(line(80), 50)),
  'schema of a search': schema(searchText()),
  searchTerms,
  emailKey,
  usernameKey,
  isReserved,
  usernameLook,
  imitatesReserved,
  secretsIn,
  'mask of secrets': (text) => maskSecrets(text, new Map()),
  lastPathSegment,
  deviceOf,
  'body of a mail': (text) =>
    composeMail({ serviceName: text, baseUrl: text, authUrl: text }, text, [
      text,
      { link: text, label: text },
      { copy: text },
    ]),
};

/** `first`, then `unit` as often as it fits, then `last`. */
const SHAPES: [first: string, unit: string, last: string, then?: string][] = [
  ['', 'a', ''],
  ['', 'a', '!/x'],
  ['', ' ', ''],
  ['x', ' ', 'x'],
  ['', '\r\n', 'x'],
  ['', '\u200b', ''],
  ['', '\u0301\u0316', 'a'],
  ['', '👩\u200d', ''],
  ['', '🇩', ''],
  ['', 'ک\u200c', ''],
  ['', '🏴\u{e0067}\u{e0067}', ''],
  ['', '\ud83d', ''],
  ['', '❤\ufe0f', ''],
  ['', '1\ufe0f', 'x'],
  ['葛', '\u{e0100}', 'x'],
  ['', '葛\u{e0100}', ''],
  ['', '\ufe0f', 'x'],
  ['', '❤\ufe0f\u200d', ''],
  ['', 'a.', '!'],
  ['', 'a-', '!'],
  ['', 'a_', '!'],
  ['', 'a@', ''],
  ['', 'a/', '!'],
  ['', '/?', '!'],
  ['', '@', ''],
  ['', '@a_', 'ö'],
  ['', '@abc ', ''],
  ['@', 'a-', 'ö'],
  ['@abc', '_', 'ö'],
  ['', '👩@abc', ''],
  ['', ':', ''],
  ['', '://', ''],
  ['', '://a ', ''],
  ['', '"', ''],
  ['', '-"', 'a'],
  ['"', ' -', ''],
  ['', '\u201c', ''],
  ['', ',', ''],
  ['', '<&">', ''],
  ['', 'Edg', ''],
  ['', 'pn', ''],
  ['', 'pn_', ''],
  ['', `pn_${'a'.repeat(38)}`, ''],
  ['http://a.b', ')', ''],
  ['http://a.b', ')', 'x'],
  ['http://a.b', '(', ''],
  ['http://a.b', '()', ''],
  ['http://a.b', ').', ''],
  ['http://a.b/', ',.!', ''],
  ['http://a.b/', ',.!', 'x'],
  ['http://', 'a.', ''],
  ['http://a.b/', ')http://a.b/', ''],
  ['http://', 'a@', ''],
  ['http://a.', 'aを', ''],
  ['http://', 'ä.', ''],
  ['http://', '\u0301\u0316', '.de'],
  ['', 'http://', ''],
  ['', 'http://a.b', ''],
  ['', `http://a.b${')'.repeat(989)} `, ''],
  ['', `http://a.b/${'!'.repeat(989)} `, ''],
  ['', `http://${'\u0301\u0316'.repeat(990)}.de `, ''],
  ['', `http://${'xn--'.repeat(480)}.de `, ''],
  ['', '\u202a', '', '\u2069'],
  ['', '\u2067', '', '\u2069'],
  ['\u2067', '\u202a', '', '\u202c'],
];

const LENGTHS = [1562, 6250, 25_000, 100_000];
/** A quadratic function needs seconds for 100,000 characters. Shorter times are noise. */
const QUICK_MS = 150;
/** For four times the text a linear function takes 4 times as long, a quadratic one 16 times. */
const GROWTH_MAX = 9;

describe.each(Object.entries(FUNCTIONS))('%s', (_name, run) => {
  it('takes linear time on its worst inputs', () => {
    for (const shape of SHAPES) {
      let before = Number.POSITIVE_INFINITY;
      for (const length of LENGTHS) {
        const ms = fastestMs(run, textOf(shape, length));
        const words = `${JSON.stringify(shape).slice(0, 60)}, ${length} characters: ${before} ms, then ${ms} ms`;
        let growth = ms / before;
        // On a busy machine a measurement can be wrong; a quadratic function stays one.
        for (let again = 0; ms >= QUICK_MS && growth >= GROWTH_MAX && again < 3; again++) {
          growth = fastestMs(run, textOf(shape, length)) / fastestMs(run, textOf(shape, length / 4));
        }
        if (ms >= QUICK_MS) expect(growth, words).toBeLessThan(GROWTH_MAX);
        before = ms;
      }
    }
  });
});

function schema(made: { safeParse(value: unknown): unknown }) {
  return (text: string) => made.safeParse(text);
}

/** `then`: a second unit, as often after the first. */
function textOf([first, unit, last, then = '']: (typeof SHAPES)[number], length: number): string {
  const times = (length - first.length - last.length) / (unit.length + then.length);
  return first + unit.repeat(times) + then.repeat(times) + last;
}

/** The best of several runs, because other programs share the machine. */
function fastestMs(run: (text: string) => unknown, text: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 4 && best >= QUICK_MS / 2; tries++) {
    const start = performance.now();
    run(text);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}
