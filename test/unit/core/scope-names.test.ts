import { expect, it } from 'vitest';
import { nameScopes, namesNotIn, SCOPE_AREA_NAMES } from '../../../src/core/scope-names.ts';
import { ALL_SCOPES } from '../../../src/core/scopes.ts';

it('groups scopes by area, in the order of the request', () => {
  const names = nameScopes(['posts:write', 'feed:all', 'posts:read', 'messages:all']).map(({ name }) => name);
  expect(names).toEqual(['Posts (read and write)', 'Feed (read and write)', 'Messages (read and write)']);
});

it('leaves out what one scope denies if another granted one allows it', () => {
  const denials = (scopes: string[]) => nameScopes(scopes).flatMap(({ words }) => words.map(({ denies }) => denies));
  expect(denials(['messages:read'])[0]).not.toBe('');
  expect(denials(['messages:all'])).toEqual(['', '']);
  expect(denials(['posts:write', 'messages:write'])).toEqual(['', '']);
});

it('names every scope that can be granted, and ignores unknown ones', () => {
  for (const scope of ALL_SCOPES) expect(nameScopes([scope]), scope).toHaveLength(1);
  expect(nameScopes(['offline_access', 'nothing:read'])).toEqual([]);
  expect(new Set(Object.values(SCOPE_AREA_NAMES)).size).toBe(Object.keys(SCOPE_AREA_NAMES).length);
});

it('names the areas that no scope includes', () => {
  expect(namesNotIn(['posts:write', 'messages:read'])).not.toContain('Messages');
  expect(namesNotIn(['posts:write', 'messages:read'])).toContain('Contacts');
  expect(namesNotIn(['posts:write'])).not.toContain('API keys');
  expect(namesNotIn(['all:read'])).toEqual(['Webhooks']);
});
