import { describe, expect, it } from 'vitest';
import {
  ALL_SCOPES,
  acceptedScopes,
  allows,
  describeScope,
  isSubset,
  OAUTH_SCOPES,
  requiredScope,
  SCOPE_AREAS,
  type ScopeArea,
} from '../../../src/core/scopes.ts';

const AREAS = Object.keys(SCOPE_AREAS) as ScopeArea[];
const NAMED_ONLY: readonly string[] = ['access', 'keys', 'webhooks'];

describe('scopes', () => {
  it('are accepted as the specification says: the primary one and three further', () => {
    expect(acceptedScopes('posts', 'write')).toEqual(['posts:write', 'posts:all', 'all:write', 'all:all']);
    expect(acceptedScopes('contacts', 'read')).toEqual(['contacts:read', 'contacts:all', 'all:read', 'all:all']);
    expect(requiredScope('messages', 'read')).toBe('messages:read');
  });

  it.each(AREAS)('%s is opened by each of its accepted scopes alone, and by no other', (area) => {
    for (const access of ['read', 'write'] as const) {
      const accepted: string[] = acceptedScopes(area, access);
      if (area === 'comments') accepted.push(`posts:${access}`, 'posts:all');
      for (const scope of ALL_SCOPES) {
        expect(allows([scope], area, access, 'api_key'), `${scope} for ${area}:${access}`).toBe(
          accepted.includes(scope),
        );
      }
    }
  });

  it('never open access, keys and webhooks by all:*', () => {
    for (const area of AREAS) {
      expect(allows(['all:read', 'all:write', 'all:all'], area, 'write', 'api_key')).toBe(!NAMED_ONLY.includes(area));
      expect(acceptedScopes(area, 'read')).toHaveLength(NAMED_ONLY.includes(area) ? 2 : 4);
    }
  });

  it('do not let writing imply reading', () => {
    expect(allows(['messages:write', 'all:write'], 'messages', 'read', 'api_key')).toBe(false);
  });

  it('open comments through posts for keys and sessions, never for OAuth', () => {
    expect(allows(['posts:write'], 'comments', 'write', 'api_key')).toBe(true);
    expect(allows(['posts:all'], 'comments', 'write', 'session')).toBe(true);
    expect(allows(['posts:read'], 'comments', 'write', 'api_key')).toBe(false);
    expect(allows(['posts:write', 'posts:all'], 'comments', 'write', 'oauth')).toBe(false);
    expect(allows(['comments:write'], 'comments', 'write', 'oauth')).toBe(true);
    expect(allows(['comments:write'], 'posts', 'write', 'api_key')).toBe(false);
  });

  it('open keys and access to no OAuth client, whatever it was granted', () => {
    for (const area of ['keys', 'access'] as const) {
      expect(allows(ALL_SCOPES, area, 'read', 'oauth')).toBe(false);
      expect(allows(ALL_SCOPES, area, 'write', 'oauth')).toBe(false);
      expect(OAUTH_SCOPES.filter((scope) => scope.startsWith(`${area}:`))).toEqual([]);
    }
    expect(ALL_SCOPES.filter((scope) => !OAUTH_SCOPES.includes(scope))).toHaveLength(6);
    for (const scope of ['feed:read', 'posts:write', 'comments:write', 'webhooks:write']) {
      expect(OAUTH_SCOPES).toContain(scope);
    }
  });

  it('give a session everything', () => {
    for (const area of AREAS) {
      expect(allows(ALL_SCOPES, area, 'read', 'session')).toBe(true);
      expect(allows(ALL_SCOPES, area, 'write', 'session')).toBe(true);
    }
  });

  it('are each listed once, and only where there is something to open', () => {
    expect(new Set(ALL_SCOPES).size).toBe(ALL_SCOPES.length);
    expect(ALL_SCOPES).not.toContain('feed:write');
    expect(ALL_SCOPES).not.toContain('audit:write');
    for (const area of AREAS) expect(ALL_SCOPES).toContain(`${area}:all`);
    for (const scope of ALL_SCOPES) expect(describeScope(scope).length, scope).toBeGreaterThan(0);
  });
});

describe('a key no stronger than its maker', () => {
  it.each([
    [['posts:write'], ['posts:write']],
    [['posts:write'], ['posts:all']],
    [['posts:write'], ['all:write']],
    [['posts:read', 'posts:write'], ['posts:all']],
    [['posts:all'], ['posts:read', 'posts:write']],
    [['posts:all'], ['all:read', 'posts:write']],
    [['all:all'], ['all:read', 'all:write']],
    [['all:read'], ['all:all']],
    [['comments:write'], ['posts:write']],
    [['feed:all'], ['feed:read', 'all:write']],
    [['keys:read'], ['keys:all']],
    [[], []],
  ])('%j may be given by %j', (wanted, held) => {
    expect(isSubset(wanted, held)).toBe(true);
  });

  it.each([
    [['posts:write'], ['posts:read']],
    [['posts:all'], ['posts:write']],
    [['posts:write', 'messages:read'], ['posts:write']],
    [['all:write'], ['posts:all', 'messages:all']],
    [['all:all'], ['all:write']],
    [['posts:write'], ['comments:all']],
    [['keys:write'], ['all:all']],
    [['access:read'], ['all:all', 'keys:all']],
    [['webhooks:all'], ['webhooks:read', 'all:all']],
    [['nonsense'], ['all:all']],
    [['constructor'], ALL_SCOPES],
  ])('%j may not be given by %j', (wanted, held) => {
    expect(isSubset(wanted, held)).toBe(false);
  });

  it('lets a session give any scope', () => {
    for (const scope of ALL_SCOPES) expect(isSubset([scope], ALL_SCOPES)).toBe(true);
  });

  it('keeps all:* from whoever only holds all areas of today', () => {
    const today = AREAS.map((area) => `${area}:all`);
    expect(isSubset(['all:write'], today)).toBe(false);
    expect(isSubset(today, ['all:all', ...NAMED_ONLY.map((area) => `${area}:all`)])).toBe(true);
  });

  it('does not lend posts its comments under OAuth', () => {
    expect(isSubset(['comments:write'], ['posts:write'], 'oauth')).toBe(false);
  });
});

describe('the words of a scope', () => {
  it('say what it allows and what it does not', () => {
    for (const area of AREAS) {
      for (const { allows: yes, denies } of describeScope(`${area}:all`)) {
        expect(yes).toMatch(/^[A-Z].+\.$/);
        expect(denies).toMatch(/^It does not .+\.$/);
      }
    }
  });

  it('of all:* leave out what must be named, and unknown words have none', () => {
    const named = NAMED_ONLY.flatMap((area) => describeScope(`${area}:all`));
    for (const words of describeScope('all:all')) expect(named).not.toContain(words);
    expect(describeScope('all:read').length + describeScope('all:write').length).toBe(describeScope('all:all').length);
    expect(describeScope('posts:delete')).toEqual([]);
    expect(describeScope('constructor:read')).toEqual([]);
  });
});
