import { beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Member, makeMember } from '../support/members.ts';
import { as } from '../support/posts.ts';

/** What `agent.fields` says about an invalid parameter or field. */

let t: TestApp;
let ada: Member;
beforeAll(async () => {
  t = await startTestApp();
  ada = await makeMember(t);
});

const problemOf = async (method: 'GET' | 'POST', path: string, body?: object) => {
  const { json } = await t.call(method, path, { ...as(ada), ...(body && { body }) });
  expect(json.error_code).toBe('invalid_request');
  return json.agent.fields;
};

it.each([
  ['a text', 'cursor=a&cursor=b', 'cursor'],
  ['a number', 'limit=1&limit=2', 'limit'],
  ['an enum value', 'status=draft&status=published', 'status'],
  ['a list of values', 'kind=post&kind=comment', 'kind'],
])('%s that is given twice', async (_name, query, name) => {
  const problems = await problemOf('GET', `/v1/profiles/${ada.profile.id}/posts?${query}`);
  expect(problems).toEqual([{ path: `query.${name}`, rule: 'repeated' }]);
});

it('quotes a number of the query as it was sent', async () => {
  const of = (limit: string) => problemOf('GET', `/v1/profiles/${ada.profile.id}/posts?limit=${limit}`);
  expect(await of('51')).toEqual([{ path: 'query.limit', rule: 'max_value', limit: 50, actual: 51 }]);
  expect(await of('0')).toEqual([{ path: 'query.limit', rule: 'min_value', limit: 1, actual: 0 }]);
});

it('names the rule that an integer in a query breaks', async () => {
  const path = `/v1/profiles/${ada.profile.id}/posts`;
  for (const limit of ['1e1', '05', '5.0', '%2B5', '-1', '0x10', '%205']) {
    expect(await problemOf('GET', `${path}?limit=${limit}`)).toEqual([{ path: 'query.limit', rule: 'decimal_digits' }]);
  }
});

it('a missing enum value is required, an unknown one is invalid', async () => {
  const path = `/v1/contact-requests/${ada.profile.id}/respond`;
  const allowed = ['accept', 'reject'];
  expect(await problemOf('POST', path, {})).toEqual([{ path: 'body.decision', rule: 'required', allowed }]);
  for (const decision of ['maybe', null, ['accept']]) {
    expect(await problemOf('POST', path, { decision })).toEqual([
      { path: 'body.decision', rule: 'allowed_values', allowed },
    ]);
  }
});
