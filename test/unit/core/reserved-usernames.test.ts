import { describe, expect, it } from 'vitest';
import { isReserved } from '../../../src/core/username.ts';
import { allEndpoints } from './endpoints.ts';

describe('reserved usernames', () => {
  it('include every segment of every path', async () => {
    const words = (await allEndpoints())
      .flatMap((endpoint) => endpoint.split(' ')[1]!.split('/'))
      .filter((word) => word !== '' && !word.startsWith('{'))
      .filter((word) => !isReserved(word.replaceAll('.', '')));
    expect(words, 'not in PATH_WORDS of src/core/reserved-usernames.ts').toEqual([]);
  });

  it.each(['admin', 'support', 'api', 'v1', 'oauth', 'console', 'docs', 'media', 'guest', 'deleted', 'pronet', 'null'])(
    'include %s',
    (word) => {
      expect(isReserved(word)).toBe(true);
    },
  );

  it.each(['Admin', 'ad_min', 'a-d-m-i-n', 'audit-log', 'auditlog', 'audit_log', 'no-reply', 'noreply'])(
    'ignore case and separators: %s',
    (word) => {
      expect(isReserved(word)).toBe(true);
    },
  );

  it.each(['alice', 'ada_lovelace', 'acme', 'acme-support', 'administrata', 'profiles2', 'constructor', '__proto__'])(
    'leave %s to members',
    (word) => {
      expect(isReserved(word)).toBe(false);
    },
  );
});
