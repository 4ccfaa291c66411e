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
const NAMED_ONLY: readonly string[] = ['access', 'keys', 'webhooks', 'operator'];

describe('scopes', () => {
  it('are accepted as specified: the primary one and three more', () => {
    expect(acceptedScopes('posts', 'write')).toEqual(['posts:write', 'posts:all', 'all:write', 'all:all']);
    expect(acceptedScopes('contacts', 'read')).toEqual(['contacts:read', 'contacts:all', 'all:read', 'all:all']);
    expect(requiredScope('messages', 'read')).toBe('messages:read');
  });

  it.each(AREAS)('%s is allowed by each of its accepted scopes alone, and by no other', (area) => {
    for (const access of ['read', 'write'] as const) {
      const accepted: string[] = [...acceptedScopes(area, access)];
      if (area === 'comments') accepted.push(`posts:${access}`, 'posts:all');
      for (const scope of ALL_SCOPES) {
        expect(allows([scope], area, access, 'api_key'), `${scope} for ${area}:${access}`).toBe(
          accepted.includes(scope),
        );
      }
    }
  });

  it('never include access, keys and webhooks in all:*', () => {
    for (const area of AREAS) {
      expect(allows(['all:read', 'all:write', 'all:all'], area, 'write', 'api_key')).toBe(!NAMED_ONLY.includes(area));
      expect(acceptedScopes(area, 'read')).toHaveLength(NAMED_ONLY.includes(area) ? 2 : 4);
    }
  });

  it('write does not imply read', () => {
    expect(allows(['messages:write', 'all:write'], 'messages', 'read', 'api_key')).toBe(false);
  });

  it('posts include comments for keys and sessions, never for OAuth', () => {
    expect(allows(['posts:write'], 'comments', 'write', 'api_key')).toBe(true);
    expect(allows(['posts:all'], 'comments', 'write', 'session')).toBe(true);
    expect(allows(['posts:read'], 'comments', 'write', 'api_key')).toBe(false);
    expect(allows(['posts:write', 'posts:all'], 'comments', 'write', 'oauth')).toBe(false);
    expect(allows(['comments:write'], 'comments', 'write', 'oauth')).toBe(true);
    expect(allows(['comments:write'], 'posts', 'write', 'api_key')).toBe(false);
  });

  it('never allow an OAuth client keys or access, whatever it was granted', () => {
    for (const area of ['keys', 'access', 'operator'] as const) {
      expect(allows(ALL_SCOPES, area, 'read', 'oauth')).toBe(false);
      expect(allows(ALL_SCOPES, area, 'write', 'oauth')).toBe(false);
      expect(OAUTH_SCOPES.filter((scope) => scope.startsWith(`${area}:`))).toEqual([]);
    }
    expect(ALL_SCOPES.filter((scope) => !OAUTH_SCOPES.includes(scope))).toHaveLength(9);
    for (const scope of ['feed:read', 'posts:write', 'comments:write', 'webhooks:write']) {
      expect(OAUTH_SCOPES).toContain(scope);
    }
  });

  it('allow a session everything', () => {
    for (const area of AREAS) {
      expect(allows(ALL_SCOPES, area, 'read', 'session')).toBe(true);
      expect(allows(ALL_SCOPES, area, 'write', 'session')).toBe(true);
    }
  });

  it('are listed once each, and only if an operation uses them', () => {
    expect(new Set(ALL_SCOPES).size).toBe(ALL_SCOPES.length);
    expect(ALL_SCOPES).not.toContain('audit:write');
    for (const area of AREAS) expect(ALL_SCOPES).toContain(`${area}:all`);
    for (const scope of ALL_SCOPES) expect(describeScope(scope).length, scope).toBeGreaterThan(0);
  });
});

describe('a key is no stronger than its creator', () => {
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
  ])('%j may create %j', (wanted, held) => {
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
  ])('%j may not create %j', (wanted, held) => {
    expect(isSubset(wanted, held)).toBe(false);
  });

  it('lets a session give any scope', () => {
    for (const scope of ALL_SCOPES) expect(isSubset([scope], ALL_SCOPES)).toBe(true);
  });

  it('refuses all:* to a key that only has all current areas', () => {
    const today = AREAS.map((area) => `${area}:all`);
    expect(isSubset(['all:write'], today)).toBe(false);
    expect(isSubset(today, ['all:all', ...NAMED_ONLY.map((area) => `${area}:all`)])).toBe(true);
  });

  it('does not count comments in posts under OAuth', () => {
    expect(isSubset(['comments:write'], ['posts:write'], 'oauth')).toBe(false);
  });
});

describe('the description of a scope', () => {
  it('says what it allows and what it does not', () => {
    for (const area of AREAS) {
      for (const { allows: yes, denies } of describeScope(`${area}:all`)) {
        expect(yes).toMatch(/^[A-Z].+\.$/);
        expect(denies).toMatch(/^On its own, it does not .+\.$/);
      }
    }
  });

  it('of all:* leaves out what must be named explicitly, and unknown scopes have none', () => {
    const named = NAMED_ONLY.flatMap((area) => describeScope(`${area}:all`));
    for (const words of describeScope('all:all')) expect(named).not.toContain(words);
    expect(describeScope('all:read').length + describeScope('all:write').length).toBe(describeScope('all:all').length);
    expect(describeScope('posts:delete')).toEqual([]);
    expect(describeScope('constructor:read')).toEqual([]);
  });
});
