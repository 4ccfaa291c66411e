import { beforeAll, expect, it } from 'vitest';
import { newBlobKey } from '../../../src/adapters/storage/blob-store.ts';
import { verifyMedia } from '../../../src/commands/verify-media.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeMember } from '../../support/members.ts';
import { png } from '../../support/pictures.ts';
import { as, form, pictures, send } from '../../support/posts.ts';

let t: TestApp;
let ada: Member;
beforeAll(async () => {
  t = await startTestApp();
  ada = await makeMember(t);
});

const verify = async () => {
  const results = await verifyMedia(t.deps);
  return Object.fromEntries(results.map(({ name, rows }) => [name, rows]));
};

it('finds pictures without a file and files without a row, and nothing else', async () => {
  const picture = await png({ width: 20, height: 20 });
  const made = await send(t, as(ada), pictures(picture, picture));
  expect(made.status).toBe(201);
  const avatar = form([{ name: 'image', bytes: picture }]);
  const set = await t.call('PUT', `/v1/profiles/${ada.profile.id}/avatar`, {
    token: ada.token,
    body: avatar.payload,
    headers: avatar.headers,
  });
  expect(set.status, set.text).toBe(200);
  const removed = await send(t, as(ada), pictures(picture));
  await t.call('DELETE', `/v1/posts/${removed.json.data.id}`, as(ada));
  expect(await verify(), 'files awaiting the sweep are known').toEqual({
    every_picture_has_its_file: [],
    every_file_is_known: [],
  });

  const stray = newBlobKey();
  await t.deps.blobs.put(stray, Buffer.from('1234'), { contentType: 'image/webp' });
  const { rows } = await t.pool.query('select id, blob_key from post_images order by position limit 1');
  const { rows: profiles } = await t.pool.query('select avatar_light from profiles where id = $1', [ada.profile.id]);
  const small = profiles[0].avatar_light.replace('.webp', '-small.webp');
  await t.deps.blobs.remove([rows[0].blob_key, small]);
  const found = await verify();
  expect(found['every_file_is_known']).toEqual([{ file: stray, size_bytes: 4 }]);
  expect(found['every_picture_has_its_file']).toHaveLength(2);
  expect(found['every_picture_has_its_file']).toEqual(
    expect.arrayContaining([
      { owner_id: rows[0].id, file: rows[0].blob_key },
      { owner_id: ada.profile.id, file: small },
    ]),
  );
});
