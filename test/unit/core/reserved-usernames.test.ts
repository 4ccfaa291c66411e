import { describe, expect, it } from 'vitest';
import { isReservedUsername, RESERVED_USERNAMES } from '../../../src/core/reserved-usernames.ts';
import { allEndpoints } from './endpoints.ts';

describe('reserved usernames', () => {
  it('include every segment of every path', async () => {
    const words = (await allEndpoints())
      .flatMap((endpoint) => endpoint.split(' ')[1]!.split('/'))
      .filter((word) => word !== '' && !word.startsWith('{'))
      .filter((word) => !isReservedUsername(word));
    expect(words, 'not in PATH_WORDS of src/core/reserved-usernames.ts').toEqual([]);
  });

  it.each(['admin', 'support', 'api', 'v1', 'oauth', 'console', 'docs', 'media', 'guest', 'deleted', 'pronet', 'null'])(
    'include %s',
    (word) => {
      expect(isReservedUsername(word)).toBe(true);
    },
  );

  it.each(['Admin', 'ad_min', 'a-d-m-i-n', 'audit-log', 'auditlog', 'audit_log', 'no-reply', 'noreply'])(
    'ignore case and separators: %s',
    (word) => {
      expect(isReservedUsername(word)).toBe(true);
    },
  );

  it.each(['alice', 'ada_lovelace', 'acme', 'acme-support', 'administrata', 'profiles2', 'constructor', '__proto__'])(
    'leave %s to members',
    (word) => {
      expect(isReservedUsername(word)).toBe(false);
    },
  );

  it('are stored in the folded form that lookups use', () => {
    expect([...RESERVED_USERNAMES].filter((word) => !/^[a-z0-9]+$/.test(word))).toEqual([]);
  });
});
