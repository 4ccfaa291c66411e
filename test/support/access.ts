import { expect } from 'vitest';
import type { CallResult, TestApp } from './app.ts';
import type { Member } from './members.ts';

type Caller = Pick<TestApp, 'call'>;
type By = { token: string };

/** Invites a profile to manage another one, whatever the response is. */
export const invite = (
  t: Caller,
  by: By,
  profileId: string,
  managerId: string,
  permissions: readonly string[] = ['posting'],
  more: Record<string, unknown> = {},
): Promise<CallResult> =>
  t.call('POST', `/v1/profiles/${profileId}/access`, {
    token: by.token,
    body: { manager_profile_id: managerId, permissions, ...more },
  });

/** The id of a new pending invitation. */
export async function invited(
  t: Caller,
  owner: Member,
  manager: Member,
  permissions?: readonly string[],
  more?: Record<string, unknown>,
): Promise<string> {
  const answer = await invite(t, owner, owner.profile.id, manager.profile.id, permissions, more);
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data.access_grant.id;
}

export const respondToInvite = (
  t: Caller,
  by: By,
  id: string,
  decision: 'accept' | 'decline' = 'accept',
): Promise<CallResult> =>
  t.call('POST', `/v1/profile-access/invitations/${id}/respond`, { token: by.token, body: { decision } });

/** The id of a new accepted grant. */
export async function granted(
  t: Caller,
  owner: Member,
  manager: Member,
  permissions?: readonly string[],
  more?: Record<string, unknown>,
): Promise<string> {
  const id = await invited(t, owner, manager, permissions, more);
  const answer = await respondToInvite(t, manager, id);
  expect(answer.status, answer.text).toBe(200);
  return id;
}

export const resendInvite = (t: Caller, by: By, id: string): Promise<CallResult> =>
  t.call('POST', `/v1/profile-access/${id}/resend`, { token: by.token });

export const endGrant = (t: Caller, by: By, id: string): Promise<CallResult> =>
  t.call('DELETE', `/v1/profile-access/${id}`, { token: by.token });

export const changeGrant = (t: Caller, by: By, id: string, body: Record<string, unknown>): Promise<CallResult> =>
  t.call('PATCH', `/v1/profile-access/${id}`, { token: by.token, body });
