import { describe, expect, it } from 'vitest';
import { findLinks } from '../../../src/core/text-links.ts';
import { findMentions, mayMention } from '../../../src/core/text-mentions.ts';

const mentioned = (text: string) => findMentions(text).map(({ username }) => username);
const codePoints = (text: string, { start, end }: { start: number; end: number }) =>
  [...text].slice(start, end).join('');

describe('candidates for mentions', () => {
  it.each<[string, string[]]>([
    ['@ada', ['ada']],
    ['Thanks, @Ada-B and (@ben_c)!', ['ada-b', 'ben_c']],
    [
      '@ada, @ben; @cyd: @dan? @eve! @fay... "@gus" ‘@hal’ *@ivy* <@jan> [@kim] @lea/@ned',
      ['ada', 'ben', 'cyd', 'dan', 'eve', 'fay', 'gus', 'hal', 'ivy', 'jan', 'kim', 'lea'],
    ],
    ['.@ada said so', ['ada']],
    ["@ada's and @ada’s", ['ada', 'ada']],
    ['@ada--thanks, @ada_ @ada-', ['ada', 'ada', 'ada']],
    ['line\n@ada\tmore', ['ada']],
    ['مرحبا @ada كيف', ['ada']],
    ['\u2068@ada\u2069 שלום', ['ada']],
    ['@adaさん、こんにちは@ben_cさん', ['ada', 'ben_c']],
    ['@ada님 @ben은', ['ada', 'ben']],
    ['👋@ada🎉', ['ada']],
    ['https://example.org/a。@ada', ['ada']],
    [`@${'a'.repeat(30)}`, ['a'.repeat(30)]],
  ])('are found in %j', (text, usernames) => {
    expect(mentioned(text)).toEqual(usernames);
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
    '＠ada',
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

  const A = 'https://example.org/a';
  const B = 'https://example.org/b';
  it.each<[string, string, string[]]>([
    ['Chinese', `${A}，后面`, [A]],
    ['Chinese, two addresses', `${A}、${B}；${A}`, [A, B, A]],
    ['Chinese brackets', `（${A}）《${B}》`, [A, B]],
    ['Japanese', `詳細は${A}。次`, [A]],
    ['Japanese, half width', `｢${A}｣｡${B}､`, [A, B]],
    ['Japanese, a letter behind the host', 'https://example.orgを見て', ['https://example.org']],
    ['Japanese path', 'http://例え.テスト/パス・名', ['http://例え.テスト/パス・名']],
    ['Korean', `${A}？ https://example.org를 보세요`, [A, 'https://example.org']],
    ['Korean path', 'https://example.org/한국어를', ['https://example.org/한국어를']],
    ['Thai', 'ดู https://example.org/ไทย นี่', ['https://example.org/ไทย']],
    ['Arabic', `انظر ${A}؟ و ${B}،`, [A, B]],
    ['Persian, with a joiner', 'https://کیهان‌ها.example/خانه', ['https://کیهان‌ها.example/خانه']],
    ['Hebrew, with a mark of direction', `\u200f${A}\u200f, \u2068${B}\u2069`, [A, B]],
    ['Hindi', 'https://नमस्ते.भारत/पथ।', ['https://नमस्ते.भारत/पथ']],
    ['Turkish', 'https://example.org/İstanbul’da', ['https://example.org/İstanbul’da']],
    ['French', `« ${A} » ou «${B}», L’https://example.org/L’Étranger`, [A, B, 'https://example.org/L’Étranger']],
    ['Vietnamese', 'https://example.org/tiếng-việt!', ['https://example.org/tiếng-việt']],
    ['German', 'https://münchen.example/straße', ['https://münchen.example/straße']],
    ['English apostrophe', 'I like https://wiki.example.org’s logo', ['https://wiki.example.org']],
    ['Markdown', `[${A}](${B}) **${A}** _${B}_ [x]`, [A, B, A, B]],
    ['brackets that the path opens', `${A}[1]{2}(3)) ${B}}`, [`${A}[1]{2}(3)`, B]],
    ['invisible characters', `${A}\u200b ${B}\u00adx ${A}\u2060 ${B}\ufeff`, [A, B, A, B]],
    [
      'marks of a query',
      'https://example.org:8080?a=1,2&b=$ https://example.org:',
      ['https://example.org:8080?a=1,2&b=$', 'https://example.org'],
    ],
    ['a symbol as host', 'https://i❤.example/a', ['https://i❤.example/a']],
  ])('end where the address does: %s', (_name, text, urls) => {
    const links = findLinks(text);
    expect(links.map(({ url }) => url)).toEqual(urls);
    for (const link of links) expect(codePoints(text, link)).toBe(link.url);
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
