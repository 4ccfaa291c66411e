import { describe, expect, it } from 'vitest';
import { findLinks } from '../../../src/core/text-links.ts';
import { findMentions, mayMention } from '../../../src/core/text-mentions.ts';

const mentioned = (text: string) => findMentions(text).map(({ key }) => key);
const codePoints = (text: string, { start, end }: { start: number; end: number }) =>
  [...text].slice(start, end).join('');

describe('candidates for mentions', () => {
  it.each<[string, string[]]>([
    ['@ada', ['ada']],
    ['Thanks, @Ada-B and (@ben_c)!', ['adab', 'benc']],
    [
      '@ada, @ben; @cyd: @dan? @eve! @fay... "@gus" ‘@hal’ *@ivy* <@jan> [@kim] @lea/@ned',
      ['ada', 'ben', 'cyd', 'dan', 'eve', 'fay', 'gus', 'hal', 'ivy', 'jan', 'kim', 'lea'],
    ],
    ['.@ada said so', ['ada']],
    ["@ada's and @ada’s", ['ada', 'ada']],
    ['@ada--thanks, @ada_ @ada-', ['ada', 'ada', 'ada']],
    ['line\n@ada\tmore', ['ada']],
    ['https://example.org/a。@ada', ['ada']],
    ['＠ada、＠ben　@cyd', ['ada', 'ben', 'cyd']],
    ['ありがとう＠ada', ['ada']],
    [`@${'a'.repeat(30)}`, ['a'.repeat(30)]],
  ])('are found in %j', (text, keys) => {
    expect(mentioned(text)).toEqual(keys);
    expect(mayMention(text)).toBe(true);
  });

  it.each([
    'mail to ada@example.org',
    'ada.b@ben',
    'ad\u0301@ada',
    'wörter@ada',
    '@example.org',
    '@ada.bsky.social',
    '@ada@mastodon.example',
    '@@ada',
    '/@ada',
    'https://example.org/@ada',
    'https://example.org?to=@ada',
    'git://host:@ada',
    'https://example.org,@ada',
    '@ab',
    `@${'a'.repeat(31)}`,
    '@adaö',
    '@ada\u0301',
    '@ada-ö',
    '@ada_b_ö',
    '@ada__b',
    '@аda',
    '@ ada',
    'ada＠ben',
    '＠@ada',
    '@ada＠mastodon.example',
  ])('are not found in %j', (text) => {
    expect(mentioned(text)).toEqual([]);
    expect(mayMention(text)).toBe(false);
  });

  it('have positions in code points', () => {
    for (const text of [
      '👩‍👩‍👧 @ada-b 🇩🇪 @ben',
      'ȧ́̂ @ada-b e\u0301 @ben',
      'שלום @ada-b مرحبا @ben',
      '\u{1f3af}@ada-b\u{1f3af} @ben',
    ]) {
      expect(findMentions(text).map((found) => codePoints(text, found))).toEqual(['@ada-b', '@ben']);
    }
  });
});

describe('links', () => {
  it('have positions in code points and are found up to a number', () => {
    const text = '👋 https://example.org/👩‍👧?a=b. (http://example.net/a_(b)) ftp://example.org https://';
    const links = findLinks(text);
    expect(links.map(({ url }) => url)).toEqual(['https://example.org/👩‍👧?a=b', 'http://example.net/a_(b)']);
    for (const link of links) expect(codePoints(text, link)).toBe(link.url);
    expect(findLinks(text, 1)).toEqual([links[0]]);
  });

  it('keep the marks of a query and a port', () => {
    const urls = findLinks('https://example.org:8080?a=1,2&b=$ https://example.org:').map(({ url }) => url);
    expect(urls).toEqual(['https://example.org:8080?a=1,2&b=$', 'https://example.org']);
  });

  it.each([
    'no link: ://, //example.org, www.example.org',
    'xhttps://example.org',
    'https://a..b/',
    'https://.example.org',
    'https://localhost/',
    'https://ada:secret@example.org/',
    'https://example.org,@evil.example/',
    'http://example[.]com',
  ])('are not made of %j', (text) => {
    expect(findLinks(text)).toEqual([]);
  });
});
