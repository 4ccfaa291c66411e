import { PROFILE_HEADER, text } from '../../core/operation-text.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { ReadPath } from '../profiles/schemas.ts';
import { followProfile, reserveFollow, unfollowProfile } from './follow.ts';
import { afterFollow, afterFollowList, afterUnfollow } from './hints.ts';
import { listFollows } from './lists.ts';
import { presentFollow, presentFollowPage } from './present.ts';
import { FollowPage, FollowPath, FollowProfile, ListFollowsQuery, ProfileFollow, RemovedFollow } from './schemas.ts';

const writing = {
  auth: { kind: 'credential', scope: { area: 'follows', access: 'write' }, verifiedEmail: true },
  profile: 'required',
  permissions: ['following'],
  quotas: ['reactions_and_follows'],
} as const;
const reading = {
  auth: { kind: 'public' },
  profile: 'optional',
  cache: { maxAgeSeconds: 0 },
  errors: ['profile_not_found'],
} as const;
const LISTS = [
  {
    direction: 'followers',
    summary: 'List the followers of a profile',
    who: 'Followers of the profile',
  },
  {
    direction: 'following',
    summary: 'List the profiles that a profile follows',
    who: 'Profiles that the profile follows',
  },
] as const;

export const followOperations: readonly Operation[] = [
  operation({
    name: 'follows.create',
    done: 'Followed a profile',
    method: 'POST',
    path: '/v1/profile-follows',
    tag: 'Follows',
    summary: 'Follow a profile',
    description:
      'Follows as the acting profile, without approval. Both sides get an event and new counts. Returns 201 for a new follow, 200 for an existing one. Only new follows count against the daily limit. A block in either direction is `interaction_not_allowed`.',
    ...writing,
    reserves: ['new_follows'],
    errors: ['cannot_target_self', 'profile_not_found', 'interaction_not_allowed'],
    body: FollowProfile,
    output: ProfileFollow,
    location: ({ followed_profile_id }) => `/v1/profile-follows/${followed_profile_id}`,
    status: 'created_or_found',
    tool: {
      description:
        'Follow a profile, so that its posts appear in the feed. No approval is needed. Repeating the call changes nothing.',
      idempotent: true,
    },
    run: async (request, reply) =>
      reply.commit({
        prepare: () => reserveFollow(request, request.body.followed_profile_id),
        commit: (ctx) => followProfile(ctx, request.body.followed_profile_id),
        answer: (row) => ({
          data: presentFollow(row),
          agent: afterFollow(row, row.created),
          status: row.created ? 201 : 200,
        }),
      }),
  }),

  operation({
    name: 'follows.remove',
    done: 'Unfollowed a profile',
    method: 'DELETE',
    path: '/v1/profile-follows/:followed_profile_id',
    tag: 'Follows',
    summary: 'Stop following a profile',
    description:
      'Removes the follow of the acting profile. If none exists, returns `removed: false`, so the call can be repeated.',
    ...writing,
    errors: ['profile_not_found'],
    params: FollowPath,
    output: RemovedFollow,
    run: async ({ params }, reply) =>
      reply.commit({
        commit: (ctx) => unfollowProfile(ctx, params.followed_profile_id),
        answer: ({ profileId, removed }) => ({
          data: { followed_profile_id: profileId, removed },
          agent: afterUnfollow(removed),
        }),
      }),
  }),

  ...LISTS.flatMap(({ direction, summary, who }) => [
    operation({
      name: `follows.list_${direction}`,
      method: 'GET',
      path: `/v1/profiles/:profile_id/${direction}`,
      tag: 'Follows',
      summary,
      description: [
        `${who}, by id or username, newest first, each with the follow. Suspended and leaving members are left out, and within seconds of the counts too.`,
        text`With \`${PROFILE_HEADER}\`, members who block the acting profile or are blocked by it are left out, too.`,
      ],
      ...reading,
      params: ReadPath,
      query: ListFollowsQuery,
      output: FollowPage,
      run: async ({ ctx, params, query }, reply) => {
        const page = await listFollows(ctx, { ...query, profileId: params.profile_id, direction });
        return reply.ok(presentFollowPage(page, ctx.config), afterFollowList);
      },
    }),
  ]),
];
