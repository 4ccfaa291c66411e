import { describe, expect, it } from 'vitest';
import { proseHtml } from '../../../src/web/kit/prose-html.ts';

/** The URLs that become links. */
const linked = (text: string) => [...proseHtml(text).matchAll(/href="([^"]*)"/g)].map(([, href]) => href);

describe('links in member text', () => {
  it('end before the punctuation and brackets of the surrounding sentence', () => {
    expect(linked('See (https://example.org/a_(b)), then http://example.org/c.)...')).toEqual([
      'https://example.org/a_(b)',
      'http://example.org/c',
    ]);
    expect(linked('https://example.org/))!.)')).toEqual(['https://example.org/']);
    expect(linked('https://example.org/((')).toEqual(['https://example.org/((']);
  });

  it('keep every character of the text', () => {
    const text = 'a (http://example.org/x)). b';
    expect(proseHtml(text).replace(/<[^>]*>/g, '')).toBe('a (example.org/x)). b');
  });

  it('come from the positions of the references, with mentions, up to the end of the text', () => {
    const mentions = [
      { username: 'ada-new', start: 2, end: 6 },
      { username: 'ben', start: 31, end: 35 },
    ];
    const links = [{ url: 'https://example.org/?a&b', start: 7, end: 31 }];
    expect(proseHtml('👋 @ada https://example.org/?a&b@be', { mentions, links })).toBe(
      '👋 <a href="/@ada-new">@ada</a> <a href="https://example.org/?a&amp;b" rel="nofollow ugc noopener noreferrer">example.org/?a&amp;b</a>@be',
    );
  });

  it('are not created for a URL of more than 2,000 characters', () => {
    const url = `https://example.org/${'a'.repeat(1980)}`;
    expect(linked(url)).toEqual([url]);
    expect(proseHtml(`${url}a`)).toBe(`${url}a`);
  });

  it('are not created with a user name, a password or a host without a dot', () => {
    expect(linked('https://bank.example@evil.example/ http://a:b@example.org http://localhost/ http://)')).toEqual([]);
    expect(linked(String.raw`https://evil.example\@bank.example/`)).toEqual([]);
  });
});
