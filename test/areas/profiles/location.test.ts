import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { makePost } from '../../support/posts.ts';
import { owner, roundTripsOf, settledOwner } from './fixtures.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

const path = (id: string, more = '') => `/v1/profiles/${id}${more}`;
const move = (id: string, token: string, location: unknown, headers = {}) =>
  t.call('PATCH', path(id), { token, body: { location }, headers });

const nowhere = { country_code: null, country_name: null, state_code: null, state_name: null, city_name: null };
const umea = {
  country_code: 'SE',
  country_name: 'Sweden',
  state_code: 'AC',
  state_name: 'Västerbotten',
  city_name: 'Umeå',
};
const chosen = { country_code: 'SE', state_code: 'AC', city_name: 'Umeå' };

describe('location of PATCH /v1/profiles/{profile_id}', () => {
  it('is stored by code and returned with names, to everyone', async () => {
    const { token, profile } = await owner(t);
    const before = await t.call('GET', path(profile.id));
    expect(before.json.data.location).toEqual(nowhere);
    const { status, json } = await move(profile.id, token, chosen);
    expect([status, json.data.location]).toEqual([200, umea]);
    expect((await t.call('GET', path(profile.id))).json.data.location).toEqual(umea);
    const { rows } = await t.pool.query('select country_code, state_code, city_name from profiles where id = $1', [
      profile.id,
    ]);
    expect(rows).toEqual([chosen]);
  });

  it('is replaced as a whole, cleared by null, and kept if omitted', async () => {
    const { token, profile } = await owner(t);
    await move(profile.id, token, chosen);
    const other = await t.call('PATCH', path(profile.id), { token, body: { occupation: 'Carpenter' } });
    expect(other.json.data.location).toEqual(umea);
    const state = await move(profile.id, token, { country_code: 'SE', state_code: 'AC' });
    expect(state.json.data.location).toEqual({ ...umea, city_name: null });
    const country = await move(profile.id, token, { country_code: 'GI', state_code: null, city_name: null });
    expect(country.json.data.location).toEqual({ ...nowhere, country_code: 'GI', country_name: 'Gibraltar' });
    const none = await move(profile.id, token, null);
    expect([none.status, none.json.data.location]).toEqual([200, nowhere]);
  });

  it('accepts a city without accents or capitals, and returns its listed spelling', async () => {
    const { token, profile } = await owner(t);
    for (const city_name of ['umea', 'UMEÅ', 'Umea\u030a', ' Umeå ']) {
      const { json } = await move(profile.id, token, { ...chosen, city_name });
      expect(json.data.location, city_name).toEqual(umea);
    }
  });

  it('is one of the fields of the event', async () => {
    const { token, profile } = await owner(t);
    await t.call('PATCH', path(profile.id), { token, body: { location: chosen, bio: 'Here.' } });
    await move(profile.id, token, null);
    const { rows } = await t.pool.query(
      `select data from events where object_id = $1 and type = 'profile.updated' order by id`,
      [profile.id],
    );
    expect(rows.map(({ data }) => data)).toEqual([{ fields: ['bio', 'location'] }, { fields: ['location'] }]);
  });

  it('is unchanged after a dry run', async () => {
    const { token, profile } = await owner(t);
    const dry = await move(profile.id, token, chosen, { 'dry-run': 'true' });
    expect([dry.status, dry.json.data.location, dry.json.agent.dry_run]).toEqual([200, umea, true]);
    expect((await t.call('GET', path(profile.id))).json.data.location).toEqual(nowhere);
    const wrong = await move(profile.id, token, { country_code: 'XX' }, { 'dry-run': 'true' });
    expect([wrong.status, wrong.json.error_code]).toEqual([400, 'invalid_location']);
  });

  it('costs no extra round trip', async () => {
    const { token, profile } = await settledOwner(t);
    await t.call('GET', '/v1/me', { token });
    expect(await roundTripsOf(t, () => move(profile.id, token, chosen))).toBe(1);
  });

  it.each([
    [{ country_code: 'XX' }, 'country_code', 'known_country'],
    [{ country_code: 'se' }, 'country_code', 'known_country'],
    [{ country_code: 'SE', state_code: 'CA' }, 'state_code', 'known_state'],
    [{ country_code: 'SE', state_code: 'ac', city_name: 'Umeå' }, 'state_code', 'known_state'],
    [{ country_code: 'GI', state_code: '1' }, 'state_code', 'known_state'],
    [{ country_code: 'SE', city_name: 'Umeå' }, 'state_code', 'required'],
    [{ country_code: 'SE', state_code: 'AB', city_name: 'Umeå' }, 'city_name', 'known_city'],
    [{ country_code: 'SE', state_code: 'AC', city_name: 'Ume' }, 'city_name', 'known_city'],
  ])('rejects %j', async (location, field, rule) => {
    const { token, profile } = await owner(t);
    const { status, json } = await move(profile.id, token, location);
    expect([status, json.error_code]).toEqual([400, 'invalid_location']);
    expect(json.agent.fields).toMatchObject([{ path: `body.location.${field}`, rule }]);
    expect(json.agent.hint).toContain('GET /v1/taxonomies/locations/countries');
  });

  it.each([
    [{ country_code: 'UK' }, ['GB']],
    [{ country_code: 'usa' }, ['US']],
    [{ country_code: '276' }, ['DE']],
    [{ country_code: 'Germany' }, ['DE']],
    [{ country_code: 'deutschland' }, ['DE']],
    [{ country_code: 'Portugla' }, ['PT']],
    [{ country_code: 'US', state_code: 'california' }, ['CA']],
    [{ country_code: 'SE', state_code: 'ac' }, ['AC']],
    [{ country_code: 'SE', state_code: 'BD', city_name: 'Kirunna' }, ['Kiruna']],
    [{ country_code: 'XX' }, undefined],
    [{ country_code: '日本' }, ['JP']],
  ])('says what %j may mean', async (location, meant) => {
    const { token, profile } = await owner(t);
    const { status, json } = await move(profile.id, token, location);
    expect([status, json.agent.fields[0].did_you_mean]).toEqual([400, meant]);
  });

  it.each([
    [{}, 'body.location.country_code', 'required'],
    [{ country_code: null }, 'body.location.country_code', 'type'],
    [{ country_code: 'SE', state_code: '' }, 'body.location.state_code', 'min_length'],
    [{ country_code: 'SE', state_code: 'AC', city_name: '' }, 'body.location.city_name', 'too_short'],
    [{ country_code: 'SE', state_code: 'AC', city_name: 'x'.repeat(81) }, 'body.location.city_name', 'too_long'],
    [{ country_code: 'SE', country_name: 'Sweden' }, 'body.location', 'unknown_field'],
    ['Umeå', 'body.location', 'type'],
  ])('rejects the form %j', async (location, field, rule) => {
    const { token, profile } = await owner(t);
    const { json } = await move(profile.id, token, location);
    expect(json).toMatchObject({ error_code: 'invalid_request', agent: { fields: [{ path: field, rule }] } });
  });

  it('changes nothing for an unknown place', async () => {
    const { token, profile } = await owner(t);
    const body = { bio: 'Not this.', location: { country_code: 'XX' } };
    await t.call('PATCH', path(profile.id), { token, body });
    expect((await t.call('GET', path(profile.id))).json.data).toMatchObject({ bio: null, location: nowhere });
  });
});

describe('the location of a profile', () => {
  it('has no names if a code is no longer in the data', async () => {
    const { profile } = await owner(t);
    const store = (...values: string[]) =>
      t.pool.query('update profiles set country_code = $2, state_code = $3, city_name = $4 where id = $1', [
        profile.id,
        ...values,
      ]);
    await store('SE', 'ZZ', 'Atlantis');
    const { json } = await t.call('GET', path(profile.id));
    expect(json.data.location).toEqual({ ...umea, state_code: 'ZZ', state_name: null, city_name: 'Atlantis' });
    await store('XX', 'AC', 'Umeå');
    const { json: lost } = await t.call('GET', path(profile.id));
    expect(lost.data.location).toEqual({ ...umea, country_code: 'XX', country_name: null, state_name: null });
  });

  it('is included with posts and in lists, but not in the compact view', async () => {
    const { token, profile } = await owner(t);
    await move(profile.id, token, chosen);
    const post = await makePost(t, { token, as: profile.id });
    const { json } = await t.call('GET', `/v1/posts/lookup?ids=${post.id}`);
    expect(json.data.items[0].profile.location).toEqual(umea);
    const list = await t.call('GET', `/v1/profiles/lookup?ids=${profile.id}`);
    expect(list.json.data.items[0].location).toEqual(umea);
    const compact = await t.call('GET', path(profile.id, '?view=compact'));
    expect(Object.keys(compact.json.data)).toEqual(['id', 'username', 'type', 'name']);
  });

  it('is complete in the database, too', async () => {
    const { profile } = await owner(t);
    const store = (set: string) => t.pool.query(`update profiles set ${set} where id = $1`, [profile.id]);
    await expect(store(`state_code = 'AC'`)).rejects.toThrow('profiles_location_check');
    await expect(store(`country_code = 'SE', city_name = 'Umeå'`)).rejects.toThrow('profiles_location_check');
  });
});
