import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { answers, answersEither } from '../../http/envelope.ts';
import { ReadPath } from '../profiles/schemas.ts';
import { exampleFollow, exampleFollowedItem, exampleFollowerItem } from './examples.ts';
import { followProfile, spendOnFollow, unfollowProfile } from './follow.ts';
import { afterFollow, afterFollowList, afterUnfollow } from './hints.ts';
import { listFollows } from './lists.ts';
import { presentFollow, presentFollowPage } from './present.ts';
import { FollowPage, FollowPath, FollowProfile, ListFollowsQuery, ProfileFollow, RemovedFollow } from './schemas.ts';

const tags = ['Follows'];
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
  errors: ['profile_not_found', 'invalid_cursor'],
} as const;
const LISTS = [
  {
    direction: 'followers',
    summary: 'List the followers of a profile',
    who: 'Followers of the profile',
    example: exampleFollowerItem,
  },
  {
    direction: 'following',
    summary: 'List the profiles that a profile follows',
    who: 'Profiles that the profile follows',
    example: exampleFollowedItem,
  },
] as const;

/** Routes that create, remove and list follows. */
export const followRoutes: FastifyPluginAsync = async (instance) => {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const addresses = app.deps.config;

  app.post(
    '/v1/profile-follows',
    {
      config: {
        ...writing,
        operation: 'follows.create',
        spends: ['new_follows'],
        errors: ['cannot_target_self', 'profile_not_found', 'interaction_not_allowed'],
        example: { body: { followed_profile_id: exampleFollow.followed_profile_id }, data: exampleFollow },
      },
      schema: {
        summary: 'Follow a profile',
        description:
          'Follows from the acting profile, without approval; events and counts of both sides change. Returns 201 for a new follow, 200 for an existing one. Only new follows count against the daily limit. A block in either direction is `interaction_not_allowed`.',
        tags,
        body: FollowProfile,
        response: answersEither(ProfileFollow),
      },
    },
    async (request, reply) =>
      reply.commit({
        prepare: () => spendOnFollow(request, request.body.followed_profile_id),
        commit: (ctx) => followProfile(ctx, request.body.followed_profile_id),
        answer: (row) => ({
          data: presentFollow(row),
          agent: afterFollow(row, row.created),
          status: row.created ? 201 : 200,
        }),
      }),
  );

  app.delete(
    '/v1/profile-follows/:followed_profile_id',
    {
      config: {
        ...writing,
        operation: 'follows.remove',
        errors: ['profile_not_found'],
        example: { data: { followed_profile_id: exampleFollow.followed_profile_id, removed: true } },
      },
      schema: {
        summary: 'Stop following a profile',
        description:
          'Removes the follow of the acting profile. If none exists, returns `removed: false`, so the call can be repeated.',
        tags,
        params: FollowPath,
        response: answers(RemovedFollow),
      },
    },
    async ({ params }, reply) =>
      reply.commit({
        commit: (ctx) => unfollowProfile(ctx, params.followed_profile_id),
        answer: ({ profileId, removed }) => ({
          data: { followed_profile_id: profileId, removed },
          agent: afterUnfollow(removed),
        }),
      }),
  );

  for (const { direction, summary, who, example } of LISTS) {
    app.get(
      `/v1/profiles/:profile_id/${direction}`,
      {
        config: {
          ...reading,
          operation: `follows.list_${direction}`,
          example: { data: { items: [example], next_cursor: null } },
        },
        schema: {
          summary,
          description: `${who}, by id or username, newest first, each with the follow. Suspended members are left out but still count in \`followers_count\` and \`following_count\`. With \`X-Profile-Id\`, members who block the acting profile or are blocked by it are left out, too.`,
          tags,
          params: ReadPath,
          querystring: ListFollowsQuery,
          response: answers(FollowPage),
        },
      },
      async ({ ctx, params, query }, reply) => {
        const page = await listFollows(ctx, { ...query, profileId: params.profile_id, direction });
        return reply.ok(presentFollowPage(page, query.view, addresses), afterFollowList);
      },
    );
  }
};
