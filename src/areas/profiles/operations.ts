import { notFound } from '../../core/lookup.ts';
import { op, PROFILE_HEADER, text } from '../../core/operation-text.ts';
import { usernameKey } from '../../core/username.ts';
import type { Ctx } from '../../ctx.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { presentViewer } from '../relations/present.ts';
import type { ViewerRow } from '../relations/viewer.ts';
import { createProfile } from './create.ts';
import { afterCreate, afterEdit, afterList, afterRead, afterRemove, afterSettings, readUntrusted } from './hints.ts';
import { presentListedProfile, presentSettings, presentSingleProfile } from './present.ts';
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
  WritePath,
} from './schemas.ts';
import { getProfileOrFail, getSettingsOrFail, isOwn, listManagedProfiles, lookUpProfiles } from './service.ts';
import { prepareEdit, reserveRename, updateProfile } from './update.ts';

const cache = { maxAgeSeconds: 0 };

const viewerOf = (ctx: Ctx, row: ViewerRow) => (ctx.acting ? presentViewer(row) : null);

const presentWritten = (ctx: Ctx, row: SingleProfileRow) => presentSingleProfile(row, ctx.config, { own: true });

export const profileOperations: readonly Operation[] = [
  operation({
    name: 'profiles.create',
    done: 'Created a profile',
    method: 'POST',
    path: '/v1/profiles',
    tag: 'Profiles',
    summary: 'Create a profile',
    description:
      'Creates a human, company or AI agent profile that belongs to the account, which can have at most 50. The API key or OAuth grant that creates it may act as it immediately.',
    auth: { kind: 'credential', scope: { area: 'profiles', access: 'write' }, verifiedEmail: true },
    profile: 'none',
    ownersOnly: true,
    errors: ['username_reserved', 'username_taken', 'plan_limit_reached'],
    quotas: ['profiles_created'],
    body: CreateProfile,
    output: SingleProfile,
    location: ({ id }) => `/v1/profiles/${id}`,
    status: 201,
    run: async (request, reply) =>
      reply.commit({
        commit: (ctx) => createProfile(ctx, request.body),
        answer: (row, ctx) => ({ data: presentWritten(ctx, row), agent: afterCreate(row.profile_id), status: 201 }),
      }),
  }),

  operation({
    name: 'profiles.get',
    method: 'GET',
    path: '/v1/profiles/:profile_id',
    tag: 'Profiles',
    summary: 'Read a profile',
    description: [
      'By id or current username, whose `-` and `_` make no difference.',
      text`With \`${PROFILE_HEADER}\`, \`viewer\` describes its relationship to the acting profile.`,
      'Only its owner and managers with `networking` see `contacts_count`. Suspended and deleted profiles are not found.',
    ],
    auth: { kind: 'public' },
    profile: 'optional',
    errors: ['profile_not_found'],
    cache,
    params: ReadPath,
    query: ReadQuery,
    output: SingleProfile,
    tool: {
      description:
        'Read one profile by id or username: name, occupation, bio, location, pictures, counts, and in viewer its relation to the acting profile.',
    },
    run: async (request, reply) => {
      const { ctx, query } = request;
      const row = await getProfileOrFail(ctx, request.params.profile_id, query.view);
      const own = isOwn(ctx, row.profile_id);
      const viewer = viewerOf(ctx, row);
      const seen = { id: row.profile_id, viewer };
      return reply.ok(presentSingleProfile(row, ctx.config, { viewer, own }), afterRead(seen, own));
    },
  }),

  operation({
    name: 'profiles.lookup',
    method: 'GET',
    path: '/v1/profiles/lookup',
    tag: 'Profiles',
    summary: 'Look up profiles by ids or usernames',
    description:
      'Takes either `ids` or `usernames`, at most 50. Returns the profiles that the caller can see, in the requested order; the others are in `not_found`.',
    auth: { kind: 'public' },
    profile: 'optional',
    cache,
    query: LookupQuery,
    output: ProfileList,
    run: async (request, reply) => {
      const { ctx, query } = request;
      const rows = await lookUpProfiles(ctx, query);
      const items = rows.map((row) => presentListedProfile(row, ctx.config));
      const not_found = query.ids
        ? notFound(
            query.ids,
            rows.map((row) => row.profile_id),
          )
        : notFound(
            query.usernames ?? [],
            rows.map((row) => row.username),
            usernameKey,
          );
      return reply.ok({ items, not_found }, readUntrusted);
    },
  }),

  operation({
    name: 'profiles.list',
    method: 'GET',
    path: '/v1/profiles',
    tag: 'Profiles',
    summary: 'List the profiles that this credential may act as',
    description: [
      'Profiles that are owned or managed through an accepted grant, newest first.',
      text`With ${PROFILE_HEADER}, lists only that one.`,
    ],
    auth: { kind: 'credential', scope: { area: 'profiles', access: 'read' } },
    profile: 'optional',
    query: ListQuery,
    output: ManagedProfileList,
    run: async (request, reply) => {
      const { ctx, query } = request;
      const page = await listManagedProfiles(ctx, query);
      const items = page.items.map(({ attached, ...row }) => ({
        profile: presentListedProfile(row, ctx.config),
        actor_id: attached.actorId,
        owned: attached.isOwn,
        permissions: [...attached.permissions],
      }));
      return reply.ok({ items, next_cursor: page.next_cursor }, afterList);
    },
  }),

  operation({
    name: 'profiles.update',
    done: 'Edited a profile',
    method: 'PATCH',
    path: '/v1/profiles/:profile_id',
    tag: 'Profiles',
    summary: 'Change a profile',
    description: [
      'Fields that are left out do not change.',
      text`Acts on the profile in the path: ${PROFILE_HEADER} is not needed, and if it names another profile the call fails with permission_denied.`,
      text`\`location\` takes codes from ${op('taxonomies.list_countries')}, /states and /cities.`,
    ],
    auth: { kind: 'credential', scope: { area: 'profiles', access: 'write' }, verifiedEmail: true },
    profile: 'optional',
    permissions: ['profile_editing'],
    errors: ['profile_not_found', 'username_reserved', 'username_taken', 'invalid_location'],
    reserves: ['renames'],
    params: WritePath,
    body: EditProfile,
    output: SingleProfile,
    tool: {
      description: [
        'Change your own profile: only the given fields change. null clears an optional field.',
        text`location takes codes: ${op('taxonomies.list_countries')} and ${op('taxonomies.list_states')} list them.`,
      ],
    },
    run: async (request, reply) =>
      reply.commit({
        prepare: async () => {
          await reserveRename(request, request.params.profile_id, request.body.username);
          return prepareEdit(request.body);
        },
        commit: (ctx, edit) => updateProfile(ctx, request.params.profile_id, edit, request.server.renames),
        answer: (row, ctx) => ({
          data: presentSingleProfile(row, ctx.config, { own: isOwn(ctx, row.profile_id) }),
          agent: afterEdit,
        }),
      }),
  }),

  operation({
    name: 'profiles.get_settings',
    method: 'GET',
    path: '/v1/profiles/:profile_id/settings',
    tag: 'Profiles',
    summary: 'Read the settings of a profile',
    description: [
      'Whether the sitemap lists it, and who can contact it, by kind of sender. For its owner and managers with `profile_editing`.',
      text`${PROFILE_HEADER} is not needed; if it names another profile, the call fails with permission_denied.`,
    ],
    auth: { kind: 'credential', scope: { area: 'profiles', access: 'read' } },
    profile: 'optional',
    permissions: ['profile_editing'],
    errors: ['profile_not_found'],
    params: ReadPath,
    output: ProfileSettings,
    run: async (request, reply) =>
      reply.ok(presentSettings(await getSettingsOrFail(request.ctx, request.params.profile_id)), afterSettings),
  }),

  operation({
    name: 'profiles.remove',
    done: 'Deleted a profile',
    method: 'DELETE',
    path: '/v1/profiles/:profile_id',
    tag: 'Profiles',
    summary: 'Delete a profile permanently',
    description:
      'Only its owner can do this, from a session of the last two hours, and gets a mail. Deletes its posts, comments, reactions, follows and contacts, revokes its grants and detaches it from keys. Its username is never reused. Messages stay with their recipients, as from a deleted member.',
    auth: { kind: 'credential', scope: null, principals: ['session'] },
    profile: 'optional',
    errors: ['profile_not_found', 'permission_denied', 'recent_sign_in_required'],
    params: WritePath,
    output: RemovedProfile,
    run: async (request, reply) =>
      reply.commit({
        commit: (ctx) => removeProfile(ctx, request.params.profile_id, request.server.erasures),
        answer: ({ profileId }) => ({ data: { profile_id: profileId, removed: true }, agent: afterRemove }),
      }),
  }),
];
