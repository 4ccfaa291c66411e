import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { signUp } from '../../support/members.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

const at = (path: string, options = {}) => t.call('GET', `/v1/taxonomies/locations/${path}`, options);

describe('GET /v1/taxonomies/locations/countries', () => {
  it('lists all, with code, name and flag', async () => {
    const { status, json } = await at('countries');
    expect([status, json.data.length]).toEqual([200, 250]);
    expect(json.data).toContainEqual({ code: 'PT', name: 'Portugal', emoji: '🇵🇹' });
    expect(json.agent.hint).toContain('GET /v1/taxonomies/locations/states?country_code=');
  });
});

describe('GET /v1/taxonomies/locations/states', () => {
  it('lists those of a country, or none if it has none', async () => {
    const { json } = await at('states?country_code=PT');
    expect(json.data).toHaveLength(20);
    expect(json.data).toContainEqual({ code: '11', name: 'Lisbon' });
    const { status, json: gibraltar } = await at('states?country_code=GI');
    expect([status, gibraltar.data]).toEqual([200, []]);
  });

  it.each(['XX', 'pt', 'PRT', 'PT%20', '__proto__', '%2e%2e', 'Portugal-PT'])('rejects %s', async (code) => {
    const { status, json } = await at(`states?country_code=${code}`);
    expect([status, json.error_code]).toEqual([400, 'invalid_location']);
    expect(json.agent.fields).toMatchObject([{ path: 'query.country_code', rule: 'known_country' }]);
    expect(json.agent.hint).toContain('GET /v1/taxonomies/locations/countries');
  });

  it('requires a code', async () => {
    const none = await at('states');
    expect(none.json.agent.fields).toEqual([{ path: 'query.country_code', rule: 'required' }]);
    const empty = await at('states?country_code=');
    expect(empty.json).toMatchObject({ error_code: 'invalid_request', agent: { fields: [{ rule: 'min_length' }] } });
  });
});

describe('GET /v1/taxonomies/locations/cities', () => {
  it('lists those of a state, or none if none are known', async () => {
    const { json } = await at('cities?country_code=PT&state_code=11');
    expect(json.data).toContainEqual({ name: 'Sintra' });
    const { status, json: military } = await at('cities?country_code=US&state_code=AP');
    expect([status, military.data]).toEqual([200, []]);
  });

  it('answers concurrent callers alike', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => at('cities?country_code=DE&state_code=BY')));
    expect(answers[0]!.json.data.length).toBeGreaterThan(1500);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  it.each([
    ['country_code=XX&state_code=11', 'query.country_code', 'known_country'],
    ['country_code=GI&state_code=11', 'query.state_code', 'known_state'],
    ['country_code=PT&state_code=Lisbon-11', 'query.state_code', 'known_state'],
    ['country_code=AT&state_code=..', 'query.state_code', 'known_state'],
    ['country_code=US&state_code=ca', 'query.state_code', 'known_state'],
  ])('rejects %s', async (query, path, rule) => {
    const { status, json } = await at(`cities?${query}`);
    expect([status, json.error_code, json.agent.fields]).toMatchObject([400, 'invalid_location', [{ path, rule }]]);
    expect(json.agent.hint).toContain('GET /v1/taxonomies/locations/states');
    if (rule === 'known_state') expect(json.agent.hint).toMatch(/required here/);
    if (rule === 'known_state') expect(json.agent.hint).not.toMatch(/leave out state_code/i);
  });
});

describe('q', () => {
  const names = async (path: string) => {
    const { status, json } = await at(path);
    expect(status).toBe(200);
    return json.data.map(({ name }: { name: string }) => name);
  };

  it.each([
    ['states?country_code=PT&q=LIS', ['Lisbon']],
    ['states?country_code=PT&q=%C3%A9vora', ['Évora']],
    ['states?country_code=PT&q=evora', ['Évora']],
    ['cities?country_code=PL&state_code=10&q=lodz', ['Aleksandrów Łódzki', 'Inowłódz', 'Konstantynów Łódzki', 'Łódź']],
    ['cities?country_code=PT&state_code=11&q=sintra', ['Sintra']],
    ['countries?q=deutsch', ['Germany']],
    ['countries?q=prt', ['Portugal']],
    ['countries?q=guinea%20bissau', ['Guinea-Bissau']],
    ['countries?q=cote%20d', ['Ivory Coast']],
  ])('of %s finds names without case, accents and signs', async (path, expected) => {
    expect(await names(path)).toEqual(expected);
  });

  it('says that no name contains it, also when it has only signs', async () => {
    for (const q of ['zzzz', '--', '%F0%9F%8C%B2%F0%9F%8C%B2']) {
      for (const path of ['countries?', 'states?country_code=PT&', 'cities?country_code=PT&state_code=11&']) {
        const { json } = await at(`${path}q=${q}`);
        expect([json.data, json.agent.hint]).toEqual([[], expect.stringContaining('leave out q')]);
      }
    }
    const { json } = await at('states?country_code=GI');
    expect(json.agent.hint).not.toContain('leave out q');
  });

  it('has 2 to 60 characters', async () => {
    for (const [q, rule] of [
      ['a', 'too_short'],
      ['a'.repeat(61), 'too_long'],
    ]) {
      const { status, json } = await at(`cities?country_code=PT&state_code=11&q=${q}`);
      expect([status, json.agent.fields]).toMatchObject([400, [{ path: 'query.q', rule }]]);
    }
    expect((await at(`countries?q=${'a'.repeat(60)}`)).status).toBe(200);
  });
});

describe('caching', () => {
  const paths = ['countries', 'states?country_code=SE', 'cities?country_code=SE&state_code=AC'];

  it.each(paths)('of %s is public for a day', async (path) => {
    const first = await at(path);
    expect(first.headers['cache-control']).toBe('public, max-age=86400');
    expect(first.headers['vary']).toContain('Authorization, X-Profile-Id');
    const tag = String(first.headers['etag']);
    expect(tag).toMatch(/^W\/"/);
    const again = await at(path, { headers: { 'if-none-match': tag } });
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', tag]);
    expect(again.headers['cache-control']).toBe('public, max-age=86400');
    const url = `/v1/taxonomies/locations/${path}`;
    const packed = await t.app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
    expect(packed.statusCode).toBe(200);
    expect(packed.headers['vary']).toBe('Authorization, X-Profile-Id, accept-encoding');
    expect(again.headers['vary']).toBe(packed.headers['vary']);
  });

  it('excludes failures and responses to a credential', async () => {
    const failed = await at('states?country_code=XX');
    expect([failed.headers['cache-control'], failed.headers['etag']]).toEqual(['private, no-store', undefined]);
    const { token } = await signUp(t);
    for (const path of paths) {
      const known = await at(path, { token });
      expect([known.status, known.headers['cache-control'], known.headers['etag']]).toEqual([
        200,
        'private, no-store',
        undefined,
      ]);
    }
  });

  it('checks a credential if sent, and rejects an invalid one', async () => {
    for (const path of paths) expect((await at(path, { token: 'pns_wrong' })).status).toBe(401);
  });
});

describe('attribution', () => {
  it('names the data and its license', async () => {
    const { json } = await t.call('GET', '/v1/meta');
    expect(json.data.attributions).toContainEqual({
      name: 'Countries States Cities Database',
      licence: 'ODbL-1.0',
      url: 'https://github.com/dr5hn/countries-states-cities-database',
    });
  });
});
