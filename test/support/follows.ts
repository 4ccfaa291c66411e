import { expect } from 'vitest';
import type { CallResult, TestApp } from './app.ts';
import type { Member } from './members.ts';
import { as } from './posts.ts';

/** Helpers for tests of follows and blocks. */
type Named = { profile: { id: string } };

/** Follows, whatever the response is. */
export const tryFollow = (t: TestApp, by: Member, other: Named): Promise<CallResult> =>
  t.call('POST', '/v1/profile-follows', { ...as(by), body: { followed_profile_id: other.profile.id } });

export const unfollow = (t: TestApp, by: Member, other: Named): Promise<CallResult> =>
  t.call('DELETE', `/v1/profile-follows/${other.profile.id}`, as(by));

/** Blocks, whatever the response is. */
export const tryBlock = (t: TestApp, by: Member, other: Named): Promise<CallResult> =>
  t.call('POST', '/v1/blocks', { ...as(by), body: { profile_id: other.profile.id } });

export const tryUnblock = (t: TestApp, by: Member, other: Named): Promise<CallResult> =>
  t.call('DELETE', `/v1/blocks/${other.profile.id}`, as(by));

/** The id of a new follow. */
export async function follow(t: TestApp, by: Member, other: Named): Promise<string> {
  const answer = await tryFollow(t, by, other);
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data.id;
}

export async function block(t: TestApp, by: Member, other: Named): Promise<void> {
  const answer = await tryBlock(t, by, other);
  expect([200, 201], answer.text).toContain(answer.status);
}

export async function unblock(t: TestApp, by: Member, other: Named): Promise<void> {
  const answer = await tryUnblock(t, by, other);
  expect(answer.status, answer.text).toBe(200);
}
