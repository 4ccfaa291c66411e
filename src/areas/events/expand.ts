import type { z } from 'zod';
import { requirePrincipal } from '../../auth/require.ts';
import { allows, type ScopeArea } from '../../core/scopes.ts';
import type { Ctx } from '../../ctx.ts';
import { batch } from '../../db/statement.ts';
import type { EventRow } from '../../events/log.ts';
import { findRoles, grantsCall } from '../access/find.ts';
import { grantWith } from '../access/present.ts';
import { presentRequest } from '../contacts/present.ts';
import { requestsOfReaders } from '../contacts/requests.ts';
import { conversationsOfReaders, messagesOfReaders } from '../conversations/expand.ts';
import { readMentions } from '../conversations/mentions.ts';
import { presentConversation, presentMessage } from '../conversations/present.ts';
import { readPosts } from '../posts/load.ts';
import { addressesOf, presentCompactPost } from '../posts/present.ts';
import { mentionsByText } from '../profiles/mentions.ts';
import { DELETED_NAME, presentCompactProfile } from '../profiles/present.ts';
import { findProfiles, profileReadValues } from '../profiles/queries.ts';
import type { CompactProfile } from '../profiles/schemas.ts';
import { joinViewer } from '../relations/viewer.ts';
import type { ExpandedWire } from './schemas.ts';

type Profiles = ReadonlyMap<string, z.output<typeof CompactProfile>>;
type Expansion = { actor?: z.output<typeof CompactProfile> | null; expanded?: ExpandedWire | null };

/** An object can look different from the logs of two profiles. */
const key = (type: string, id: string, reader: string | null): string => `${type} ${id} ${reader}`;
const keyOf = (row: EventRow): string => key(row.object_type, row.object_id, row.profile_id);

/**
 * Adds to an event what `expand` names: its actor and its object as the caller may read them now, if its scopes would open them elsewhere. What is private to a
 * profile is read as that in whose log the event is.
 */
export async function readExpansions(
  ctx: Ctx,
  rows: readonly EventRow[],
  expand: readonly ('actor' | 'object')[],
): Promise<(row: EventRow) => Expansion> {
  const [ofActor, ofObject] = [expand.includes('actor'), expand.includes('object')];
  const actors = ofActor ? rows.flatMap(({ actor_profile_id }) => actor_profile_id ?? []) : [];
  const found = await batch(ctx, callsFor(ctx, ofObject ? rows : [], actors));
  const addresses = addressesOf(ctx);
  const profiles = new Map(found.profiles?.map((row) => [row.profile_id, presentCompactProfile(row, addresses)]));
  const objects = objectsOf(ctx, rows, found, profiles);
  return (row) => ({
    ...(ofActor && { actor: profiles.get(row.actor_profile_id ?? '') ?? null }),
    ...(ofObject && { expanded: objects.get(keyOf(row)) ?? null }),
  });
}

type Found = Awaited<ReturnType<typeof batch<ReturnType<typeof callsFor>>>>;

function objectsOf(ctx: Ctx, rows: readonly EventRow[], found: Found, profiles: Profiles) {
  const addresses = addressesOf(ctx);
  const objects = new Map<string, ExpandedWire>();
  const posts = new Map(found.posts?.map((row) => [row.id, presentCompactPost(row, addresses)]));
  const grants = new Map(
    joinViewer(ctx, found.grants ?? [])
      .filter((row) => findRoles(ctx, row) !== null)
      .map((row) => [row.grant_id, grantWith(row, addresses, presentCompactProfile)]),
  );
  const sharedByType: Record<string, ReadonlyMap<string, ExpandedWire>> = {
    post: posts,
    profile: profiles,
    access_grant: grants,
  };
  for (const row of rows) {
    const object = sharedByType[row.object_type]?.get(row.object_id);
    if (object) objects.set(keyOf(row), object);
  }
  const profileOf = new Map([...requirePrincipal(ctx).profiles.values()].map((one) => [one.actorId, one.id]));
  const mentions = mentionsByText(found.mentions ?? []);
  for (const row of found.messages ?? []) {
    const { id, reader_actor_id: reader } = row;
    objects.set(key('message', id, profileOf.get(reader)!), presentMessage(row, reader, mentions.get(id)));
  }
  for (const row of found.conversations ?? []) {
    const wire = presentConversation(row, row.other_name ?? DELETED_NAME);
    objects.set(key('conversation', row.id, profileOf.get(row.reader_actor_id)!), wire);
  }
  for (const row of found.requests ?? []) {
    objects.set(key('contact_request', row.id, row.reader_profile_id), presentRequest(row));
  }
  return objects;
}

function callsFor(ctx: Ctx, rows: readonly EventRow[], actors: readonly string[]) {
  const { profiles, scopes, type } = requirePrincipal(ctx);
  const may = (area: ScopeArea) => allows(scopes, area, 'read', type);
  const of = (object: string) => {
    const pairs = rows.filter((row) => row.object_type === object && row.profile_id !== null);
    return {
      ids: pairs.map((row) => row.object_id),
      profile_ids: pairs.map((row) => row.profile_id!),
      actor_ids: pairs.map((row) => profiles.get(row.profile_id!)!.actorId),
      found: pairs.length > 0,
    };
  };
  const [posts, shown, requests, grants] = [of('post'), of('profile'), of('contact_request'), of('access_grant')];
  const profileIds = [...new Set([...shown.ids, ...actors])];
  const [messages, conversations] = [of('message'), of('conversation')];
  const readsMessages = may('messages');
  return {
    posts: posts.found ? readPosts(ctx, posts.ids) : null,
    profiles: profileIds.length > 0 ? findProfiles.call({ ...profileReadValues(ctx), ids: profileIds }) : null,
    messages: messages.found && readsMessages ? messagesOfReaders.call(messages) : null,
    mentions: messages.found && readsMessages ? readMentions(ctx, messages.ids) : null,
    conversations: conversations.found && readsMessages ? conversationsOfReaders.call(conversations) : null,
    requests: requests.found && may('contacts') ? requestsOfReaders.call({ ...requests, now: ctx.now() }) : null,
    grants: grants.found && may('access') ? grantsCall(ctx, grants.ids) : null,
  };
}
