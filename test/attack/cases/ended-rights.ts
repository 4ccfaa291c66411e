import type { Call, Case, Step } from '../case.ts';
import { act, denied, grant } from './rights.ts';

/** What a thief, an app or a manager leaves behind, and what a key that may only draft can reach. */

const LATER = new Date(Date.now() + 30 * 86_400_000).toISOString();
const OWN = '{m1.profile}';

const key = (name: string, body: object, more: Partial<Call> = {}): Call =>
  act(
    'm1',
    'POST /v1/api-keys',
    { name, profile_ids: [OWN], ...body },
    { profile: false, keep: { [name]: 'data.secret', [`${name}_id`]: 'data.api_key.id' }, ...more },
  );
/** A call with the key `name` instead of the session of `m1`. */
const by = (name: string, more: Partial<Call> = {}): Partial<Call> => ({
  headers: { authorization: `Bearer {${name}}` },
  ...more,
});
const leak = (name: string): Call => act('m3', 'POST /v1/posts', { body: `Look what I found: {${name}}` });
const schedule = (as: string, more: Partial<Call>): Call =>
  act(
    as,
    'POST /v1/posts',
    { body: 'A line that nobody agreed to', scheduled_at: LATER },
    {
      profile: OWN,
      keep: { later: 'data.id' },
      ...more,
    },
  );
const isDraft = act('m1', 'GET /v1/posts/{later}', undefined, { expect: { status: 200, has: '"status":"draft"' } });
const ended = (name: string, steps: readonly Step[], more: Partial<Case> = {}): Case => ({
  family: 'ended rights',
  name,
  steps,
  ...more,
});

const STRONG = { scopes: ['all:all', 'access:all', 'keys:all', 'webhooks:all'] };
const DRAFTS = { ...STRONG, permissions: ['drafting'], for_agent: true };

export const ENDED: readonly Case[] = [
  ended(
    'a leaked key leaves nobody inside',
    [
      key('stolen', STRONG),
      act(
        'm1',
        `POST /v1/profiles/${OWN}/access`,
        { manager_profile_id: '{m2.profile}', permissions: ['access_management', 'posting'] },
        by('stolen', { keep: { grant: 'data.access_grant.id' } }),
      ),
      act('m2', 'POST /v1/profile-access/invitations/{grant}/respond', { decision: 'accept' }),
      act('m2', 'POST /v1/posts', { body: 'inside' }, { profile: OWN }),
      act(
        'm2',
        `POST /v1/profiles/${OWN}/access`,
        { manager_profile_id: '{m4.profile}', permissions: ['posting'] },
        { profile: OWN, keep: { below: 'data.access_grant.id' } },
      ),
      act('m4', 'POST /v1/profile-access/invitations/{below}/respond', { decision: 'accept' }),
      schedule('m4', {}),
      leak('stolen'),
      act('m2', 'POST /v1/posts', { body: 'still inside' }, { profile: OWN, ...denied() }),
      act('m4', 'POST /v1/posts', { body: 'still inside' }, { profile: OWN, ...denied() }),
      isDraft,
    ],
    { short: true },
  ),
  ended('a leaked key ends access that a manager widened', [
    key('stolen', STRONG),
    act(
      'm1',
      `POST /v1/profiles/${OWN}/access`,
      { manager_profile_id: '{m2.profile}', permissions: ['access_management', 'following'] },
      by('stolen', { keep: { first: 'data.access_grant.id' } }),
    ),
    act('m2', 'POST /v1/profile-access/invitations/{first}/respond', { decision: 'accept' }),
    act(
      'm1',
      `POST /v1/profiles/${OWN}/access`,
      { manager_profile_id: '{m4.profile}', permissions: ['posting'] },
      by('stolen', { keep: { second: 'data.access_grant.id' } }),
    ),
    act('m4', 'POST /v1/profile-access/invitations/{second}/respond', { decision: 'accept' }),
    act('m2', 'PATCH /v1/profile-access/{second}', { permissions: ['posting', 'following'] }, { profile: OWN }),
    leak('stolen'),
    act('m4', 'POST /v1/posts', { body: 'still inside' }, { profile: OWN, ...denied() }),
  ]),
  ended('a leaked key has scheduled nothing, whatever it revoked before', [
    key('stolen', STRONG),
    act(
      'm1',
      'POST /v1/api-keys',
      { name: 'child', scopes: ['posts:all'], profile_ids: [OWN] },
      by('stolen', { profile: false, keep: { child: 'data.secret', child_id: 'data.api_key.id' } }),
    ),
    schedule('m1', by('child')),
    act('m1', 'DELETE /v1/api-keys/{child_id}', undefined, { profile: false }),
    act('m1', 'GET /v1/posts/{later}', undefined, { expect: { status: 200, has: '"status":"scheduled"' } }),
    leak('stolen'),
    isDraft,
  ]),
  ended('an edit by a leaked key does not wait for its time', [
    key('stolen', STRONG),
    schedule('m1', {}),
    act('m1', 'PATCH /v1/posts/{later}', { body: 'A line that nobody agreed to, either' }, by('stolen')),
    leak('stolen'),
    isDraft,
  ]),
  ended('a stolen session floods no mailbox with what it creates', [
    act(
      'm1',
      'POST /v1/api-keys',
      { name: 'one of many', scopes: ['posts:all'], profile_ids: [OWN] },
      {
        profile: false,
        times: 12,
        parallel: 4,
      },
    ),
    { mailsTo: 'm1', subject: 'an API key was created', exactly: 5, afterMs: 5_000 },
  ]),
  ended('a revoked manager has scheduled nothing', [
    ...grant('m1', 'm2', ['posting']),
    schedule('m2', {}),
    act('m1', 'DELETE /v1/profile-access/{grant}', undefined),
    isDraft,
  ]),
  ended('a manager that may no longer post has scheduled nothing', [
    ...grant('m1', 'm2', ['posting', 'following']),
    schedule('m2', {}),
    act('m1', 'PATCH /v1/profile-access/{grant}', { permissions: ['following'] }),
    isDraft,
  ]),
  ended('a block takes back what the other side has scheduled', [
    ...grant('m1', 'm2', ['posting']),
    schedule('m2', {}),
    act('m1', 'POST /v1/blocks', { profile_id: '{m2.profile}' }),
    isDraft,
  ]),
  ended('the webhooks of a revoked key are silent', [
    key('old', STRONG),
    act(
      'm1',
      'POST /v1/webhooks',
      { url: 'https://hooks.example.com/x', profile_ids: [OWN] },
      by('old', { profile: false, keep: { hook: 'data.webhook.id' } }),
    ),
    act('m1', 'DELETE /v1/api-keys/{old_id}', undefined, { profile: false }),
    act('m1', 'GET /v1/webhooks/{hook}', undefined, {
      profile: false,
      expect: { status: 200, has: 'credential_revoked' },
    }),
  ]),
  ended(
    'a key that may only draft publishes nothing',
    [
      key('drafts', DRAFTS),
      act('m1', 'POST /v1/posts', { body: 'By a program' }, by('drafts', { keep: { draft: 'data.id' } })),
      act('m1', 'GET /v1/posts/{draft}', undefined, { expect: { status: 200, has: '"status":"pending_approval"' } }),
      act(
        'm1',
        'POST /v1/posts',
        { body: 'By a program', scheduled_at: LATER },
        by('drafts', { keep: { second: 'data.id' } }),
      ),
      act('m1', 'GET /v1/posts/{second}', undefined, { expect: { status: 200, has: '"status":"pending_approval"' } }),
      act('m1', 'POST /v1/posts/{draft}/publish', {}, by('drafts')),
      act('m1', 'POST /v1/posts/{draft}/publish', { scheduled_at: LATER }, by('drafts')),
      act('m1', 'GET /v1/posts/{draft}', undefined, { expect: { status: 200, has: '"status":"pending_approval"' } }),
      act('m1', 'POST /v1/posts/{draft}/publish', {}),
      act('m1', 'PATCH /v1/posts/{draft}', { body: 'Changed afterwards' }, by('drafts', denied('permission_denied'))),
      act('m1', 'DELETE /v1/posts/{draft}', undefined, by('drafts', denied('permission_denied'))),
    ],
    { short: true },
  ),
  ended('a key that may only draft gets no further by other ways', [
    key('drafts', DRAFTS),
    act(
      'm1',
      'POST /v1/api-keys',
      { name: 'free', scopes: ['all:all'], profile_ids: [OWN], permissions: null, for_agent: true },
      by('drafts', { profile: false, ...denied('insufficient_scope') }),
    ),
    act(
      'm1',
      'POST /v1/api-keys',
      { name: 'child', scopes: ['all:all', 'keys:all'], profile_ids: [OWN], for_agent: true },
      by('drafts', { profile: false, keep: { child: 'data.secret', child_id: 'data.api_key.id' } }),
    ),
    act('m1', 'POST /v1/posts', { body: 'By a child' }, by('child', { keep: { draft: 'data.id' } })),
    act('m1', 'GET /v1/posts/{draft}', undefined, { expect: { status: 200, has: '"status":"pending_approval"' } }),
    act(
      'm1',
      'PATCH /v1/api-keys/{drafts_id}',
      { permissions: null },
      by('drafts', { profile: false, ...denied('insufficient_scope') }),
    ),
    act(
      'm1',
      'POST /v1/api-keys/{child_id}/rotate',
      { overlap_seconds: 0 },
      by('drafts', { profile: false, keep: { rotated: 'data.secret' } }),
    ),
    act('m1', 'POST /v1/posts', { body: 'After a rotation' }, by('rotated', { keep: { second: 'data.id' } })),
    act('m1', 'GET /v1/posts/{second}', undefined, { expect: { status: 200, has: '"status":"pending_approval"' } }),
    act('m1', 'POST /v1/posts/{post}/comments', { body: 'A comment' }, by('drafts', { keep: { comment: 'data.id' } })),
    act('m1', 'GET /v1/posts/{comment}', undefined, { expect: { status: 200, has: '"status":"pending_approval"' } }),
    act(
      'm1',
      'POST /v1/profile-follows',
      { followed_profile_id: '{host.profile}' },
      by('drafts', denied('permission_denied')),
    ),
    act('m1', 'POST /v1/contact-requests', { profile_id: '{host.profile}' }, by('drafts', denied('permission_denied'))),
    act(
      'm1',
      'PUT /v1/posts/{post}/reaction',
      { reaction_type: 'like', active: true },
      by('drafts', denied('permission_denied')),
    ),
    act('m1', 'PATCH /v1/profiles/{m1.profile}', { name: 'Renamed' }, by('drafts', denied('permission_denied'))),
    act(
      'm1',
      `POST /v1/profiles/${OWN}/access`,
      { manager_profile_id: '{m2.profile}', permissions: ['posting'] },
      by('drafts', denied('permission_denied')),
    ),
  ]),
  ended('a key that is limited later is not answered as before', [
    key('agent', STRONG),
    act(
      'm1',
      'POST /v1/posts',
      { body: 'Published once' },
      { headers: { authorization: 'Bearer {agent}', 'idempotency-key': 'once' }, keep: { made: 'data.id' } },
    ),
    act('m1', 'PATCH /v1/api-keys/{agent_id}', { permissions: ['drafting'] }, { profile: false }),
    act(
      'm1',
      'POST /v1/posts',
      { body: 'Published twice' },
      { headers: { authorization: 'Bearer {agent}' }, times: 8, parallel: 8, keep: { late: 'data.id' } },
    ),
    act('m1', 'GET /v1/posts/{late}', undefined, { expect: { status: 200, has: '"status":"pending_approval"' } }),
  ]),
];
