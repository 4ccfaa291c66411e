import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { sha256 } from '../../src/auth/secrets.ts';
import { joinEmbedded } from '../../src/db/embedded.ts';
import { photo2MB } from '../../test/support/pictures.ts';
import type { World } from '../scenarios/scenario.ts';
import { POST_TEXT } from '../scenarios/texts.ts';
import { authorizeApp } from './authorize-app.ts';
import { seedFeeds } from './seed-feeds.ts';
import { seedNetwork } from './seed-network.ts';

/** Two members per connection, so that connections don't share members. Posts are a multiple of the connections. */
const SIZE = { members: 64, posts: 512, avatars: true, network: false, oauth: false, feeds: false };
const REACTIONS_EACH = 3;
/** The size of the pictures for avatars: enough for the largest avatar size. */
const AVATAR_PX = 800;
export const PASSWORD = 'seven quiet herons over the lake';

export type Call = <T>(
  method: string,
  path: string,
  body: object,
  as?: { token: string; profileId?: string },
) => Promise<T>;

type Size = Partial<typeof SIZE>;

/** Creates the world through the API, like members would. `readConstantAnswers` reads the constant responses afterwards. */
export async function seedWorld(baseUrl: string, directory: string, size: Size = {}): Promise<World> {
  const { members, posts, avatars, network, oauth, feeds } = { ...SIZE, ...size };
  const call = makeCall(baseUrl);
  const run = randomBytes(4).toString('hex');
  const made: Made[] = [];
  for (let number = 0; number < members; number++) made.push(await seedMember(call, `${run}${number}`));
  if (avatars) {
    const picture = await sharp(await photo2MB())
      .resize(AVATAR_PX)
      .jpeg()
      .toBuffer();
    for (const member of made) member.avatarPath = await setAvatar(call, member, picture);
  }
  const postIds: string[] = [];
  for (let number = 0; number < posts; number++) {
    const post = await call<{ id: string }>('POST', '/v1/posts', { body: POST_TEXT }, made[number % members]);
    postIds.push(post.id);
    for (let other = 1; other <= REACTIONS_EACH; other++) {
      const as = made[(number + other) % members]!;
      await call('PUT', `/v1/posts/${post.id}/reaction`, { reaction_type: 'like', active: true }, as);
    }
  }
  if (oauth) for (const member of made) member.oauthToken = await authorizeApp(baseUrl, member, PASSWORD);
  const conversationIds = network ? await seedNetwork(call, made) : [];
  const authorIds = feeds ? await seedFeeds(join(directory, 'data'), made) : [];
  return { members: await withIds(made, join(directory, 'data')), postIds, authorIds, conversationIds, answers: {} };
}

export type Made = {
  token: string;
  email: string;
  oauthToken?: string;
  follows?: number;
  profileId: string;
  username: string;
  avatarPath?: string;
};

async function seedMember(call: Call, unique: string): Promise<Made> {
  const email = `bench-${unique}@example.com`;
  const { session } = await call<{ session: { token: string } }>('POST', '/v1/account', { email, password: PASSWORD });
  const username = `bench${unique}`;
  const profile = await call<{ id: string }>(
    'POST',
    '/v1/profiles',
    { type: 'human', username, name: 'Robin Example' },
    session,
  );
  const { secret } = await call<{ secret: string }>(
    'POST',
    '/v1/api-keys',
    { name: 'bench', scopes: ['all:all'], profile_ids: [profile.id] },
    session,
  );
  return { token: secret, email, profileId: profile.id, username };
}

/** The path of the avatar of 256 px. */
async function setAvatar(call: Call, member: Made, picture: Buffer): Promise<string> {
  const body = { content_base64: picture.toString('base64') };
  const path = `/v1/profiles/${member.profileId}/avatar`;
  const profile = await call<{ media: { avatar: { light: { medium_url: string } } } }>('PUT', path, body, member);
  return new URL(profile.media.avatar.light.medium_url).pathname;
}

/** Calls the API of a server, and returns the data of the response. */
export function makeCall(baseUrl: string): Call {
  return async (method, path, body, as) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(as ? { authorization: `Bearer ${as.token}` } : {}),
        ...(as?.profileId ? { 'x-profile-id': as.profileId } : {}),
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text).data;
  };
}

/** The API doesn't reveal the row id of a secret or one's own actor, which the statements of the floor need. */
async function withIds(made: Made[], dataDir: string) {
  const joined = await joinEmbedded({ dataDir });
  const client = new pg.Client(joined.connection);
  await client.connect();
  try {
    const members = [];
    for (const member of made) {
      const { rows } = await client.query(
        'select cs.id, cs.credential_id, c.account_id, ac.id as actor_id from credential_secrets cs join credentials c on c.id = cs.credential_id, actors ac where cs.hash = $1 and ac.entity_id = $2',
        [sha256(member.token), member.profileId],
      );
      const [{ id: secretId, credential_id: credentialId, account_id: accountId, actor_id: actorId }] = rows;
      members.push({ ...member, actorId, accountId, credentialId, secretId });
    }
    return members;
  } finally {
    await client.end();
    await joined.close();
  }
}
