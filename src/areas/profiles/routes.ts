import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Ctx } from '../../ctx.ts';
import { answers } from '../../http/envelope.ts';
import { presentViewer } from '../relations/present.ts';
import type { ViewerRow } from '../relations/queries.ts';
import { createProfile } from './create.ts';
import {
  exampleLocation,
  exampleManagedProfile,
  exampleProfile,
  exampleSettings,
  exampleSingleProfile,
} from './examples.ts';
import { afterCreate, afterEdit, afterList, afterRead, afterRemove, afterSettings } from './hints.ts';
import { presentCompactProfile, presentListedProfile, presentSettings, presentSingleProfile } from './present.ts';
import type { SingleProfileRow } from './queries.ts';
import { removeProfile } from './remove.ts';
import {
  CreateProfile,
  EditProfile,
  ListQuery,
  LookupQuery,
  ManagedProfileList,
  ProfileList,
  ProfileSettings,
  ReadPath,
  ReadQuery,
  RemovedProfile,
  SingleProfile,
  SingleProfileView,
  WritePath,
} from './schemas.ts';
import { getProfileOrFail, getSettingsOrFail, isOwn, listManagedProfiles, lookUpProfiles } from './service.ts';
import { prepareEdit, updateProfile } from './update.ts';

const tags = ['Profiles'];
const cache = { maxAgeSeconds: 0 };
const path = { profile_id: exampleProfile.id };

export const profileRoutes: FastifyPluginAsync = async (instance) => {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const addresses = app.deps.config;

  const viewerOf = (ctx: Ctx, row: ViewerRow) => (ctx.acting ? presentViewer(row) : null);
  const presentWritten = (row: SingleProfileRow) => presentSingleProfile(row, addresses, { own: true });

  app.post(
    '/v1/profiles',
    {
      config: {
        operation: 'profiles.create',
        auth: { kind: 'credential', scope: { area: 'profiles', access: 'write' }, verifiedEmail: true },
        profile: 'none',
        errors: ['username_reserved', 'username_taken', 'plan_limit_reached'],
        quotas: ['profiles_created'],
        example: {
          body: { type: 'human', username: 'ada-lovelace', name: 'Ada Lovelace', call_name: 'Ada' },
          data: { ...exampleSingleProfile, followers_count: 0, following_count: 0, posts_count: 0, contacts_count: 0 },
        },
      },
      schema: {
        summary: 'Create a profile',
        description:
          'Creates a human, company or AI agent profile that belongs to the account, which can have at most 50. The API key or OAuth grant that creates it may act as it immediately.',
        tags,
        body: CreateProfile,
        response: answers(SingleProfile, 201),
      },
    },
    async (request, reply) =>
      reply.commit({
        commit: (ctx) => createProfile(ctx, request.body),
        answer: (row) => ({ data: presentWritten(row), agent: afterCreate(row.profile_id), status: 201 }),
      }),
  );

  app.get(
    '/v1/profiles/:profile_id',
    {
      config: {
        operation: 'profiles.get',
        auth: { kind: 'public' },
        profile: 'optional',
        errors: ['profile_not_found'],
        cache,
        example: { data: exampleSingleProfile },
      },
      schema: {
        summary: 'Read a profile',
        description:
          'By id or current username. With `X-Profile-Id`, `viewer` describes its relationship to the acting profile. Only its owner and managers with `networking` see `contacts_count`. Suspended and deleted profiles are not found.',
        tags,
        params: ReadPath,
        querystring: ReadQuery,
        response: answers(SingleProfileView),
      },
    },
    async (request, reply) => {
      const { ctx, query } = request;
      const row = await getProfileOrFail(ctx, request.params.profile_id);
      const own = isOwn(ctx, row.profile_id);
      if (query.view === 'compact') return reply.ok(presentCompactProfile(row, addresses), afterRead(own));
      return reply.ok(presentSingleProfile(row, addresses, { viewer: viewerOf(ctx, row), own }), afterRead(own));
    },
  );

  app.get(
    '/v1/profiles/lookup',
    {
      config: {
        operation: 'profiles.lookup',
        auth: { kind: 'public' },
        profile: 'optional',
        cache,
        example: { data: { items: [exampleProfile] } },
      },
      schema: {
        summary: 'Read several profiles by ids or usernames',
        description:
          'Takes either `ids` or `usernames`, at most 50. Returns the profiles that the caller can see, in the requested order.',
        tags,
        querystring: LookupQuery,
        response: answers(ProfileList),
      },
    },
    async (request, reply) => {
      const { ctx, query } = request;
      const rows = await lookUpProfiles(ctx, query);
      return reply.ok({ items: rows.map((row) => presentListedProfile(row, query.view, addresses)) });
    },
  );

  app.get(
    '/v1/profiles',
    {
      config: {
        operation: 'profiles.list',
        auth: { kind: 'credential', scope: { area: 'profiles', access: 'read' } },
        profile: 'optional',
        errors: ['invalid_cursor'],
        example: { data: { items: [exampleManagedProfile], next_cursor: null } },
      },
      schema: {
        summary: 'List the profiles that this credential may act as',
        description:
          'Profiles that are owned or managed through an accepted grant, newest first. With X-Profile-Id, lists only that one.',
        tags,
        querystring: ListQuery,
        response: answers(ManagedProfileList),
      },
    },
    async (request, reply) => {
      const { ctx, query } = request;
      const page = await listManagedProfiles(ctx, query);
      const items = page.items.map(({ attached, ...row }) => ({
        profile: presentListedProfile(row, query.view, addresses),
        actor_id: attached.actorId,
        owned: attached.owned,
        permissions: [...attached.permissions],
      }));
      return reply.ok({ items, next_cursor: page.next_cursor }, afterList);
    },
  );

  app.patch(
    '/v1/profiles/:profile_id',
    {
      config: {
        operation: 'profiles.update',
        auth: { kind: 'credential', scope: { area: 'profiles', access: 'write' }, verifiedEmail: true },
        profile: 'optional',
        permissions: ['profile_editing'],
        errors: ['profile_not_found', 'username_reserved', 'username_taken', 'invalid_location'],
        example: {
          body: { occupation: 'Analyst of engines', location: exampleLocation },
          data: { ...exampleSingleProfile, contacts_count: 4 },
        },
      },
      schema: {
        summary: 'Change a profile',
        description:
          'Fields that are left out do not change. Acts on the profile in the path: X-Profile-Id is not needed, and if it names another profile the call fails with permission_denied. `location` takes codes from GET /v1/taxonomies/locations/countries, /states and /cities.',
        tags,
        params: WritePath,
        body: EditProfile,
        response: answers(SingleProfile),
      },
    },
    async (request, reply) =>
      reply.commit({
        prepare: () => prepareEdit(request.body),
        commit: (ctx, edit) => updateProfile(ctx, request.params.profile_id, edit),
        answer: (row, ctx) => ({
          data: presentSingleProfile(row, addresses, { own: isOwn(ctx, row.profile_id) }),
          agent: afterEdit,
        }),
      }),
  );

  app.get(
    '/v1/profiles/:profile_id/settings',
    {
      config: {
        operation: 'profiles.get_settings',
        auth: { kind: 'credential', scope: { area: 'profiles', access: 'read' } },
        profile: 'optional',
        permissions: ['profile_editing'],
        errors: ['profile_not_found'],
        example: { data: exampleSettings },
      },
      schema: {
        summary: 'Read the settings of a profile',
        description:
          'Whether the sitemap lists it, and who can contact it, by kind of sender. For its owner and managers with `profile_editing`. X-Profile-Id is not needed; if it names another profile, the call fails with permission_denied.',
        tags,
        params: ReadPath,
        response: answers(ProfileSettings),
      },
    },
    async (request, reply) =>
      reply.ok(presentSettings(await getSettingsOrFail(request.ctx, request.params.profile_id)), afterSettings),
  );

  app.delete(
    '/v1/profiles/:profile_id',
    {
      config: {
        operation: 'profiles.remove',
        auth: { kind: 'credential', scope: null, principals: ['session'] },
        profile: 'optional',
        errors: ['profile_not_found', 'permission_denied'],
        example: { data: { profile_id: path.profile_id, removed: true } },
      },
      schema: {
        summary: 'Delete a profile permanently',
        description:
          'Only its owner can do this, from a session. Deletes its posts, comments, reactions, follows and contacts, revokes its grants and detaches it from keys. Its username is never reused. Messages stay with their recipients, as from a deleted member.',
        tags,
        params: WritePath,
        response: answers(RemovedProfile),
      },
    },
    async (request, reply) =>
      reply.commit({
        commit: (ctx) => removeProfile(ctx, request.params.profile_id),
        answer: ({ profileId }) => ({ data: { profile_id: profileId, removed: true }, agent: afterRemove }),
      }),
  );
};
