import type { Call, Case } from '../case.ts';

/** What a member may no longer do: grants, audiences, blocks. */
export const act = (as: string, call: string, json: unknown, more: Partial<Call> = {}): Call => ({
  as,
  call,
  ...(json === undefined ? {} : { json }),
  expect: { status: [200, 201] },
  ...more,
});
export const denied = (code?: string): Partial<Call> => ({ expect: { status: 403, ...(code ? { code } : {}) } });

/** `owner` grants `manager` these permissions, and `manager` accepts. */
export const grant = (owner: string, manager: string, permissions: string[], more: object = {}): Call[] => [
  act(
    owner,
    `POST /v1/profiles/{${owner}.profile}/access`,
    { manager_profile_id: `{${manager}.profile}`, permissions, ...more },
    { keep: { grant: 'data.access_grant.id' } },
  ),
  act(manager, 'POST /v1/profile-access/invitations/{grant}/respond', { decision: 'accept' }),
];
const secondProfile = (as: string): Call =>
  act(
    as,
    'POST /v1/profiles',
    { type: 'human', username: `{${as}.username}x`, name: 'Second' },
    { profile: false, keep: { second: 'data.id' } },
  );
const rights = (name: string, steps: readonly Call[], more: Partial<Case> = {}): Case => ({
  family: 'rights',
  name,
  steps,
  ...more,
});

const WAITS = { status: [200, 201], has: '"status":"pending_approval"' };
const drafted = (json: object, more: Partial<Call> = {}): Call =>
  act('m2', 'POST /v1/posts', json, { profile: '{m1.profile}', expect: WAITS, ...more });

export const RIGHTS: readonly Case[] = [
  rights(
    'a revoked manager keeps nothing that it granted to itself',
    [
      ...grant('m1', 'm2', ['access_management', 'posting']),
      secondProfile('m2'),
      act(
        'm2',
        'POST /v1/profiles/{m1.profile}/access',
        { manager_profile_id: '{second}', permissions: ['access_management', 'posting'] },
        { profile: '{m1.profile}', keep: { own: 'data.access_grant.id' } },
      ),
      act('m2', 'POST /v1/profile-access/invitations/{own}/respond', { decision: 'accept' }, { profile: '{second}' }),
      act('m1', 'DELETE /v1/profile-access/{grant}', undefined),
      act('m2', 'GET /v1/me', undefined, { expect: { status: 200, lacks: '{m1.profile}' } }),
      act('m2', 'POST /v1/posts', { body: 'still here' }, { profile: '{m1.profile}', ...denied() }),
    ],
    { short: true },
  ),
  rights('a budget of no posts also covers edits', [
    act('m1', 'POST /v1/posts', { body: 'The owner wrote this.' }, { keep: { theirs: 'data.id' } }),
    ...grant('m1', 'm2', ['posting'], { budget: { posts_per_day: 0 } }),
    act('m2', 'POST /v1/posts', { body: 'one more' }, { profile: '{m1.profile}', ...denied('grant_budget_reached') }),
    act(
      'm2',
      'PATCH /v1/posts/{theirs}',
      { body: 'spam' },
      { profile: '{m1.profile}', ...denied('grant_budget_reached') },
    ),
  ]),
  rights(
    "a drafter does not fill the owner's drafts",
    [
      ...grant('m1', 'm2', ['drafting']),
      act(
        'm2',
        'POST /v1/posts',
        { body: 'one of many', status: 'draft' },
        {
          profile: '{m1.profile}',
          times: 120,
          parallel: 10,
          expect: { status: [201, 403], some: 403, atMost: { status: 201, most: 100 } },
        },
      ),
      act('m1', 'POST /v1/posts', { body: 'mine', status: 'draft' }),
    ],
    { env: { RATE_LIMIT_MULTIPLIER: '10' } },
  ),
  rights('a wider audience does not see earlier texts', [
    act(
      'm1',
      'POST /v1/posts',
      { body: 'For contacts only 4711', visibility: 'contacts' },
      { keep: { theirs: 'data.id' } },
    ),
    act('m1', 'PATCH /v1/posts/{theirs}', { body: 'For everybody' }),
    act('m1', 'PATCH /v1/posts/{theirs}', { visibility: 'public' }),
    act('nobody', 'GET /v1/posts/{theirs}', undefined, { expect: { status: 200, has: 'For everybody' } }),
    act('nobody', 'GET /v1/posts/{theirs}/revisions', undefined, { expect: { status: [200, 404], lacks: '4711' } }),
    act('m2', 'GET /v1/posts/{theirs}/revisions', undefined, { expect: { status: [200, 404], lacks: '4711' } }),
  ]),
  rights('a wider audience does not see who reacted', [
    act('m1', 'POST /v1/posts', { body: 'For members', visibility: 'members' }, { keep: { theirs: 'data.id' } }),
    act('m2', 'PUT /v1/posts/{theirs}/reaction', { reaction_type: 'like', active: true }),
    act('m1', 'PATCH /v1/posts/{theirs}', { visibility: 'public' }, { expect: { status: 400 } }),
    act('nobody', 'GET /v1/posts/{theirs}/reactions', undefined, { expect: { status: 404 } }),
    act('m2', 'PUT /v1/posts/{theirs}/reaction', { reaction_type: 'like', active: false }),
    act('m1', 'PATCH /v1/posts/{theirs}', { visibility: 'public' }),
  ]),
  rights('a blocked member cannot read with another profile', [
    act('m1', 'POST /v1/posts', { body: 'For members', visibility: 'members' }, { keep: { theirs: 'data.id' } }),
    act('m2', 'GET /v1/posts/{theirs}', undefined, { expect: { status: 200 } }),
    secondProfile('m2'),
    act('m1', 'POST /v1/blocks', { profile_id: '{m2.profile}' }),
    act('m2', 'GET /v1/posts/{theirs}', undefined, { expect: { status: 404 } }),
    act('m2', 'GET /v1/posts/{theirs}', undefined, { profile: '{second}', expect: { status: 404 } }),
  ]),
  rights('a repeat without permission is not answered', [
    ...grant('m1', 'm2', ['posting', 'messaging']),
    act('m2', 'POST /v1/posts', { body: 'once' }, { profile: '{m1.profile}', headers: { 'idempotency-key': 'mine' } }),
    act('m1', 'PATCH /v1/profile-access/{grant}', { permissions: ['messaging'] }),
    act(
      'm2',
      'POST /v1/posts',
      { body: 'once' },
      { profile: '{m1.profile}', headers: { 'idempotency-key': 'mine' }, ...denied('permission_denied') },
    ),
  ]),
  rights('a manager that may only draft publishes nothing and acts for nobody', [
    act('m1', 'POST /v1/posts', { body: 'The owner wrote this.' }, { keep: { theirs: 'data.id' } }),
    ...grant('m1', 'm2', ['drafting']),
    drafted({ body: 'Now', status: 'published' }, { keep: { draft: 'data.id' }, times: 8, parallel: 8 }),
    drafted({ body: 'Later', scheduled_at: new Date(Date.now() + 7 * 86_400_000).toISOString() }),
    drafted({ body: 'An answer', reply_to_post_id: '{theirs}' }),
    act('m2', 'POST /v1/posts/{draft}/publish', {}, { profile: '{m1.profile}', expect: WAITS }),
    ...(
      [
        ['POST /v1/posts/{draft}/return', { note: 'mine' }],
        ['PATCH /v1/posts/{theirs}', { body: 'changed after publication' }],
        ['DELETE /v1/posts/{theirs}', undefined],
        ['PUT /v1/posts/{theirs}/reaction', { reaction_type: 'like', active: true }],
        ['POST /v1/profile-follows', { followed_profile_id: '{host.profile}' }],
        ['POST /v1/contact-requests', { profile_id: '{host.profile}' }],
        ['POST /v1/conversations/direct', { profile_id: '{host.profile}' }],
        ['PATCH /v1/profiles/{m1.profile}', { name: 'Taken over' }],
        ['POST /v1/profiles/{m1.profile}/access', { manager_profile_id: '{host.profile}', permissions: ['posting'] }],
      ] as const
    ).map(([call, json]) => act('m2', call, json, { profile: '{m1.profile}', ...denied('permission_denied') })),
    act('nobody', 'GET /v1/posts/{draft}', undefined, { expect: { status: 404 } }),
    act('nobody', 'GET /v1/posts/{theirs}/comments', undefined, { expect: { status: 200, lacks: 'An answer' } }),
  ]),
  rights('an approver cannot publish a stale revision', [
    ...grant('m1', 'm2', ['drafting']),
    act('m2', 'POST /v1/posts', { body: 'first text' }, { profile: '{m1.profile}', keep: { draft: 'data.id' } }),
    act('m1', 'PATCH /v1/posts/{draft}', { body: 'second text' }),
    act(
      'm1',
      'POST /v1/posts/{draft}/publish',
      { expected_revision: 1 },
      { expect: { status: 409, code: 'post_changed' } },
    ),
    act('m1', 'GET /v1/posts/{draft}/revisions', undefined, { expect: { status: 200, has: 'first text' } }),
  ]),
  rights(
    'objects of other members',
    [
      act('key', 'PATCH /v1/posts/{post}', { body: 'mine now' }, denied()),
      act('key', 'DELETE /v1/posts/{post}', undefined, denied()),
      act('key', 'PATCH /v1/profiles/{host.profile}', { name: 'mine now' }, denied()),
      act('key', 'GET /v1/profiles/{host.profile}/settings', undefined, { expect: { status: [403, 404] } }),
      act(
        'key',
        'POST /v1/profiles/{host.profile}/access',
        { manager_profile_id: '{key.profile}', permissions: ['posting'] },
        denied(),
      ),
      act(
        'key',
        'POST /v1/posts',
        { body: 'as you' },
        { profile: '{host.profile}', ...denied('profile_not_attached') },
      ),
      act('key', 'GET /v1/account', undefined, denied('insufficient_scope')),
    ],
    { short: true },
  ),
];
