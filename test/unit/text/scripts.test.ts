import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/core/limits.ts';
import { codePointLength, email, firstWord, preview, shortened } from '../../../src/core/text.ts';
import { findLinks } from '../../../src/core/text-links.ts';
import { findMentions } from '../../../src/core/text-mentions.ts';
import { memberName } from '../../../src/core/text-names.ts';
import { usernameSchema } from '../../../src/core/username.ts';
import { SCRIPTS } from '../../support/scripts.ts';

const shown = memberName(LIMITS.name.max_length, { min: 1 });
const codePoints = (text: string, { start, end }: { start: number; end: number }) =>
  [...text].slice(start, end).join('');

describe.each(SCRIPTS)('$script', (row) => {
  it('has links that end where the address does', () => {
    for (const [text, urls] of row.links) {
      const links = findLinks(text);
      expect(
        links.map(({ url }) => url),
        text,
      ).toEqual(urls);
      for (const link of links) expect(codePoints(text, link)).toBe(link.url);
    }
  });

  it('has mentions', () => {
    for (const [text, usernames] of row.mentions) {
      const found = findMentions(text).map((one) => codePoints(text, one));
      expect(found, text).toEqual(usernames.map((username) => `@${username}`));
    }
  });

  it('has e-mail addresses', () => {
    for (const [typed, stored] of row.emails) expect(email().parse(typed)).toBe(stored);
  });

  it('shows names', () => {
    const kept = row.names.map(([name]) => [name, name.normalize('NFC')] as const);
    for (const [typed, name] of [...kept, ...(row.shown ?? [])]) {
      expect(shown.parse(typed), typed).toBe(name);
      expect(shown.parse(name)).toBe(name);
      expect(name.startsWith(firstWord(name))).toBe(true);
    }
  });

  it('is never cut within what readers see as one character', () => {
    for (const one of row.graphemes) {
      const length = codePointLength(one);
      for (let room = 0; room < length; room++) {
        expect(preview(`x${one}`, 1 + room), one).toEqual({ preview: 'x', truncated: true });
      }
      expect(preview(`x${one}y`, 1 + length).preview).toBe(`x${one}`);
      for (let room = 1; room <= length; room++) expect(shortened(`x${one}yz`, 1 + room)).toBe('x…');
      expect(shortened(`x${one}yz`, 2 + length)).toBe(`x${one}…`);
      expect(shortened(`x${one}`, 1 + length)).toBe(`x${one}`);
    }
  });

  it('has no letters of usernames', () => {
    for (const text of row.noUsernames) {
      expect(usernameSchema().safeParse(text).error?.issues[0]).toMatchObject({ params: { rule: 'username_format' } });
    }
  });
});
