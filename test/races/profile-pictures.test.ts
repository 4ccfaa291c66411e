import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Member, makeMember } from '../support/members.ts';
import { png } from '../support/pictures.ts';
import { as, auditOf, eventsOf, pathOf } from '../support/posts.ts';
import { accountForFiles, filesOf, putPicture, removePicture, statusesOf, sweep } from '../support/profile-pictures.ts';

/** Concurrent uploads of the same picture, many times: no file is lost, and no unused one is left. */
const ROUNDS = 20;
const HOUR_MS = 3600 * 1000;

let t: TestApp;
let picture: Buffer;
beforeAll(async () => {
  t = await startTestApp();
  picture = await png({ width: 8, height: 8 });
});

const put = (member: Member, theme?: string) =>
  putPicture(t, as(member), member.profile.id, picture, theme === undefined ? {} : { theme });
const shown = async (member: Member) =>
  (await t.call('GET', `/v1/profiles/${member.profile.id}`)).json.data.media.avatar;
const sourceOf = ({ json }: Awaited<ReturnType<typeof put>>): string => json.data.media.avatar.light.source_url;

describe('races', () => {
  it('two concurrent pictures: one stays, the other is served as replaced and then deleted', async () => {
    const me = await makeMember(t);
    const winners = new Set<number>();
    for (let round = 0; round < ROUNDS; round++) {
      const answers = await Promise.all([put(me), put(me), put(me)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const { light } = await shown(me);
      winners.add(answers.findIndex((answer) => sourceOf(answer) === light.source_url));
      expect(
        await statusesOf(
          t,
          answers.map((answer) => pathOf(sourceOf(answer))),
        ),
      ).toEqual([200, 200, 200]);
    }
    expect(winners.has(-1), 'the shown picture was returned').toBe(false);
    expect(await accountForFiles(t)).toEqual({ loose: [], missing: [] });
    t.clock.advance(HOUR_MS);
    // All but the four files of the current one.
    expect(await sweep(t)).toEqual({ removed: ROUNDS * 3 * 4 - 4 });
    expect(await statusesOf(t, filesOf((await shown(me)).light))).toEqual([200, 200, 200, 200]);
    expect(await accountForFiles(t)).toEqual({ loose: [], missing: [] });
    const events = (await eventsOf(t, me.profile.id)).filter(({ type }) => type === 'profile.updated');
    expect(events).toHaveLength(ROUNDS * 3);
  });

  it('a picture, its removal, another theme and the sweep at once', async () => {
    const me = await makeMember(t);
    for (let round = 0; round < ROUNDS; round++) {
      await put(me);
      const [set, removed, dark] = await Promise.all([
        put(me),
        removePicture(t, as(me), me.profile.id),
        put(me, 'dark'),
        sweep(t),
      ]);
      expect([set, removed, dark].map(({ status }) => status)).toEqual([200, 200, 200]);
      const { fallback: _, ...pictures } = await shown(me);
      const files = Object.values(pictures).flatMap((one) => filesOf(one as never));
      expect(await statusesOf(t, files)).toEqual(files.map(() => 200));
      await removePicture(t, as(me), me.profile.id, { theme: 'dark' });
    }
    t.clock.advance(HOUR_MS);
    await sweep(t);
    expect(await accountForFiles(t)).toEqual({ loose: [], missing: [] });
  });

  it('a picture and the deletion of the profile: nothing is shown afterwards, and every file is removed', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const me = await makeMember(t);
      const [set, gone] = await Promise.all([
        put(me),
        t.call('DELETE', `/v1/profiles/${me.profile.id}`, { token: me.token }),
      ]);
      expect(gone.status, gone.text).toBe(200);
      outcomes.add(set.json.error_code ?? 'set');
      const written = (await auditOf(t, me.profile.id)).some(({ operation }) => operation === 'profiles.set_avatar');
      expect([set.status, written]).toEqual(set.status === 200 ? [200, true] : [expect.any(Number), false]);
      if (set.status === 200) expect(await statusesOf(t, [pathOf(sourceOf(set))])).toEqual([404]);
    }
    const refusals = [...outcomes].filter((outcome) => outcome !== 'set');
    const known = ['profile_not_found', 'profile_not_attached', 'permission_denied'];
    expect(refusals.filter((code) => !known.includes(code))).toEqual([]);
    t.clock.advance(HOUR_MS);
    await sweep(t);
    expect(await accountForFiles(t)).toEqual({ loose: [], missing: [] });
  });
});
