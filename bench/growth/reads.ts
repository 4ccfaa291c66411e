import { buffersOf } from '../../test/support/plan.ts';
import type { Instance } from './instance.ts';
import type { Caller, Reader } from './reader.ts';

/** What a read costs: pages of 8 KiB that its statements read, and its response time without other requests. */
export type Read = { name: string; items: number; buffers: number; statements: number; p50Ms: number; p99Ms: number };

const REPEATS = 200;
/** Enough for the compiler: otherwise the smallest network, which is read first, seems slower. */
const WARM_UP = 200;

function pathsOf(reader: Reader): [name: string, path: string, caller?: Caller][] {
  const { postId, profileId, conversationId, popular, caller } = reader;
  return [
    ['a post', `/v1/posts/${postId}`],
    ['a post, for a member', `/v1/posts/${postId}`, caller],
    ['a profile', `/v1/profiles/${profileId}`],
    ['posts of a profile', `/v1/profiles/${profileId}/posts`],
    ['posts of the most active profile', `/v1/profiles/${popular.authorId}/posts`],
    ['comments of a post', `/v1/posts/${postId}/comments`],
    ['context of a post', `/v1/posts/${postId}/context`, caller],
    ['reactions to a post', `/v1/posts/${postId}/reactions`, caller],
    ['followers of the most followed profile', `/v1/profiles/${popular.profileId}/followers`],
    ['following', `/v1/profiles/${profileId}/following`, caller],
    ['contacts', '/v1/contacts', caller],
    ['contact requests', '/v1/contact-requests', caller],
    ['conversations', '/v1/conversations', caller],
    ['messages of a conversation', `/v1/conversations/${conversationId}/messages`, caller],
    ...reader.followers.map(
      ({ follows, caller }) =>
        [`feed of a member who follows ${follows}`, '/v1/feed', caller] as [string, string, Caller],
    ),
    ['what is pending', '/v1/home', caller],
    ['notifications', '/v1/notifications', caller],
    ['events', '/v1/events', caller],
    ['audit log', '/v1/audit-log', caller],
    ['suggestions for sign-up', '/v1/profiles/signup-autofollow'],
    ['sitemap', '/v1/profiles/sitemap?limit=1000'],
  ];
}

/** Reads everything once to record its statements, and then often. */
export async function readAll(instance: Instance, reader: Reader): Promise<Read[]> {
  const reads: Read[] = [];
  for (const [name, path, caller] of pathsOf(reader)) reads.push(await measure(instance, name, path, caller));
  return reads;
}

async function measure({ app, deps, record }: Instance, name: string, url: string, caller?: Caller): Promise<Read> {
  // Any cookie keeps a request away from the cache of anonymous responses.
  const headers = caller
    ? { authorization: `Bearer ${caller.token}`, 'x-profile-id': caller.profileId }
    : { cookie: 'uncached=1' };
  const read = async () => {
    const response = await app.inject({ method: 'GET', url, headers });
    if (response.statusCode !== 200) throw new Error(`${name}: ${response.statusCode} ${response.payload}`);
    return response.json().data;
  };
  // The credential is in the cache afterwards.
  let data = await read();
  const calls = await record(async () => {
    data = await read();
  });
  const client = await deps.database.pool.connect();
  let buffers = 0;
  try {
    // The first run of a plan also reads the catalog.
    for (const call of calls) await buffersOf(client, call);
    for (const call of calls) buffers += await buffersOf(client, call);
  } finally {
    client.release(true);
  }
  for (let turn = 0; turn < WARM_UP; turn++) await read();
  const durations: number[] = [];
  for (let turn = 0; turn < REPEATS; turn++) {
    const begun = performance.now();
    await read();
    durations.push(performance.now() - begun);
  }
  durations.sort((a, b) => a - b);
  const at = (share: number) => durations[Math.floor(durations.length * share)]!;
  return { name, items: data.items?.length ?? 1, buffers, statements: calls.length, p50Ms: at(0.5), p99Ms: at(0.99) };
}
