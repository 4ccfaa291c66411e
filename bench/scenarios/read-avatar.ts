import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bareBlobKey } from '../../src/adapters/storage/blob-store.ts';
import { type BenchRequest, CONNECTIONS, rotated, type Scenario } from './scenario.ts';

const sending = {
  operation: 'media.get',
  connections: CONNECTIONS,
  requests: 8_000,
  // The other half of the connections changes its avatars.
  send: ({ members }, connection) =>
    rotated(members.slice(0, members.length / 2), connection, CONNECTIONS).map(
      ({ avatarPath }): BenchRequest => ({ method: 'GET', path: avatarPath! }),
    ),
} satisfies Partial<Scenario>;

/** `GET /media/{shard}/{name}` for avatars of 256 px: the floor checks that one may be served and reads the file. */
export const readAvatar: Scenario = {
  ...sending,
  name: 'read-avatar',
  title: 'read an avatar of 256 px',
  floor(app, { query, directory }) {
    const find = query('media.find_image');
    app.get('/media/:shard/:name', async (request, reply) => {
      const { shard, name } = request.params as { shard: string; name: string };
      const key = `${shard}/${name}`;
      const { rows } = await find({ blob_key: key, picture_key: bareBlobKey(key), now: new Date() });
      if (rows.length === 0) return reply.code(404).send();
      return reply.type('image/webp').send(await readFile(join(directory, 'data', 'media', key)));
    });
  },
};

/** The same from a bucket. */
export const readAvatarS3: Scenario = {
  ...sending,
  requests: 3_000,
  name: 'read-avatar-s3',
  title: 'read an avatar of 256 px',
  floor: 'disk',
};
