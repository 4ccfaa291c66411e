import { describe, expect, it } from 'vitest';
import { proseHtml } from '../../../src/console/prose-html.ts';

/** The URLs that become links. */
const linked = (text: string) => [...proseHtml(text).matchAll(/href="([^"]*)"/g)].map(([, href]) => href);

describe('links in what a member wrote', () => {
  it('end before the punctuation and the brackets of the sentence around them', () => {
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

  it('are none where a URL is longer than 2,000 characters', () => {
    const url = `https://example.org/${'a'.repeat(1980)}`;
    expect(linked(url)).toEqual([url]);
    expect(proseHtml(`${url}a`)).toBe(`${url}a`);
  });

  it('are none with a user name, a password or a host without a dot', () => {
    expect(linked('https://bank.example@evil.example/ http://a:b@example.org http://localhost/ http://)')).toEqual([]);
  });
});
