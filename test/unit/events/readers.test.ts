import { expect, it } from 'vitest';
import type { AttachedProfile, Principal } from '../../../src/auth/principal.ts';
import { EVENT_TYPES, PERMISSIONS } from '../../../src/core/enums.ts';
import { mayReadType, narrowReach, reaches, reachOf } from '../../../src/events/readers.ts';

const OWN = '019a4c52-9d10-7a44-8c1e-5b7a3f2d9e01';
const MANAGED = '019a4c52-9d10-7a44-8c1e-5b7a3f2d9e02';
const SUSPENDED = '019a4c52-9d10-7a44-8c1e-5b7a3f2d9e03';
const ACCOUNT = '019a4c52-9d10-7a44-8c1e-5b7a3f2d9e04';

const profile = (id: string, more: Partial<AttachedProfile>): AttachedProfile => ({
  id,
  actorId: id,
  type: 'human',
  isOwn: more.owned ?? false,
  owned: false,
  permissions: [],
  suspended: false,
  ...more,
});
const attached = [
  profile(OWN, { owned: true, permissions: PERMISSIONS }),
  profile(MANAGED, { permissions: ['following'] }),
  profile(SUSPENDED, { owned: true, permissions: PERMISSIONS, suspended: true }),
];
const principal = (scopes: string[]): Principal => ({
  type: 'api_key',
  id: ACCOUNT,
  secretId: ACCOUNT,
  name: 'key',
  accountId: ACCOUNT,
  email: 'robin@example.com',
  emailVerified: true,
  operatorRoles: [],
  secondFactor: false,
  waitingSince: null,
  suspendedAt: null,
  suspensionReason: null,
  suspendedUntil: null,
  scopes,
  permissions: null,
  forAgent: false,
  validUntil: null,
  profiles: new Map(attached.map((one) => [one.id, one])),
});
const event = (type: (typeof EVENT_TYPES)[number], profile_id: string | null, account_id: string | null = null) => ({
  type,
  profile_id,
  account_id,
});

it('shows an owner every event, and a manager those of its permissions', () => {
  const readable = (permissions: AttachedProfile['permissions']) =>
    EVENT_TYPES.filter((type) => mayReadType({ owned: false, permissions }, type));
  expect(EVENT_TYPES.every((type) => mayReadType({ owned: true, permissions: [] }, type))).toBe(true);
  expect(readable([])).toEqual([]);
  expect(readable(['following'])).toEqual(['follow.created', 'follow.removed']);
  expect(readable(['messaging'])).toEqual(['conversation.created', 'message.created', 'message.deleted']);
  expect(readable(['drafting'])).toEqual(readable(['posting']));
  expect(readable(['commenting'])).toEqual(readable(['posting']));
  expect(readable(['networking']).every((type) => type.startsWith('contact'))).toBe(true);
  expect(readable(['access_management']).every((type) => type.startsWith('access_grant.'))).toBe(true);
  expect(readable(['profile_editing'])).toContain('verification.rejected');
  const all = readable(PERMISSIONS);
  expect(EVENT_TYPES.filter((type) => !all.includes(type))).toEqual([
    'api_key.created',
    'api_key.rotated',
    'api_key.revoked',
    'report.settled',
    'webhook.disabled',
  ]);
});

it('reaches the attached profiles, without suspended ones, and the account only with keys:read', () => {
  const reach = reachOf(principal(['notifications:read']));
  expect([...reach.profiles]).toEqual([
    [OWN, null],
    [MANAGED, ['follow.created', 'follow.removed']],
  ]);
  expect(reaches(reach, event('report.settled', OWN))).toBe(true);
  expect(reaches(reach, event('follow.created', MANAGED))).toBe(true);
  expect(reaches(reach, event('message.created', MANAGED))).toBe(false);
  expect(reaches(reach, event('post.published', SUSPENDED))).toBe(false);
  expect(reaches(reach, event('api_key.revoked', null, ACCOUNT))).toBe(false);
  const withKeys = reachOf(principal(['all:all', 'keys:read']));
  expect(reaches(withKeys, event('api_key.revoked', null, ACCOUNT))).toBe(true);
  expect(reaches(withKeys, event('api_key.revoked', null, OWN))).toBe(false);
  expect(reachOf(principal(['all:all'])).accountId).toBeNull();
});

it('narrows to one profile and to types', () => {
  const scopes = ['keys:read'];
  const one = reachOf(principal(scopes), attached[1]);
  expect([...one.profiles.keys()]).toEqual([MANAGED]);
  expect(one.accountId).toBeNull();
  const posts = narrowReach(reachOf(principal(scopes)), ['post.published']);
  expect([...posts.profiles]).toEqual([[OWN, ['post.published']]]);
  expect(posts.accountId).toBeNull();
  const revoked = narrowReach(reachOf(principal(scopes)), ['api_key.revoked']);
  expect(revoked.accountId).toBe(ACCOUNT);
  expect(reaches(revoked, event('api_key.revoked', null, ACCOUNT))).toBe(true);
  expect(reaches(revoked, event('api_key.created', null, ACCOUNT))).toBe(false);
});
