import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { sha256 } from '../../src/auth/secrets.ts';
import { joinEmbedded } from '../../src/db/embedded.ts';
import type { World } from '../scenarios/scenario.ts';
import { POST_TEXT } from '../scenarios/texts.ts';

/** Two members a connection, so that no two connections write as the same one; posts a multiple of the connections. */
const SIZE = { members: 32, posts: 256 };
const REACTIONS_EACH = 3;
const PASSWORD = 'seven quiet herons over the lake';

type Call = <T>(method: string, path: string, body: object, as?: { token: string; profileId?: string }) => Promise<T>;

/** Makes the world through the API, as members would. */
export async function seedWorld(baseUrl: string, directory: string, { members, posts } = SIZE): Promise<World> {
  const call = makeCall(baseUrl);
  const run = randomBytes(4).toString('hex');
  const made: { token: string; profileId: string }[] = [];
  for (let number = 0; number < members; number++) made.push(await seedMember(call, `${run}${number}`));
  const postIds: string[] = [];
  for (let number = 0; number < posts; number++) {
    const post = await call<{ id: string }>('POST', '/v1/posts', { body: POST_TEXT }, made[number % members]);
    postIds.push(post.id);
    for (let other = 1; other <= REACTIONS_EACH; other++) {
      const as = made[(number + other) % members]!;
      await call('PUT', `/v1/posts/${post.id}/reaction`, { reaction_type: 'like', active: true }, as);
    }
  }
  return { members: await withSecretIds(made, join(directory, 'data')), postIds };
}

async function seedMember(call: Call, unique: string) {
  const { session } = await call<{ session: { token: string } }>('POST', '/v1/account', {
    email: `bench-${unique}@example.com`,
    password: PASSWORD,
  });
  const profile = await call<{ id: string }>(
    'POST',
    '/v1/profiles',
    { type: 'human', username: `bench${unique}`, name: 'Robin Example' },
    session,
  );
  const { secret } = await call<{ secret: string }>(
    'POST',
    '/v1/api-keys',
    { name: 'bench', scopes: ['all:all'], profile_ids: [profile.id] },
    session,
  );
  return { token: secret, profileId: profile.id };
}

function makeCall(baseUrl: string): Call {
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

/** The API never tells which row a secret is; the floor's statements ask for it. */
async function withSecretIds(made: { token: string; profileId: string }[], dataDir: string) {
  const joined = await joinEmbedded({ dataDir });
  const client = new pg.Client(joined.connection);
  await client.connect();
  try {
    const members = [];
    for (const member of made) {
      const { rows } = await client.query('select id, credential_id from credential_secrets where hash = $1', [
        sha256(member.token),
      ]);
      members.push({ ...member, credentialId: rows[0].credential_id, secretId: rows[0].id });
    }
    return members;
  } finally {
    await client.end();
    await joined.close();
  }
}
