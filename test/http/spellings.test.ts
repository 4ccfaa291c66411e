import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { protectedResourceMetadata } from '../../src/oauth/metadata.ts';
import { resourcesOf } from '../../src/oauth/resource.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Member, makeMember } from '../support/members.ts';
import { as, makePost } from '../support/posts.ts';

/** Spellings of one path that mean the same. */

let t: TestApp;
let ada: Member;
beforeAll(async () => {
  t = await startTestApp();
  ada = await makeMember(t);
});

it.each([
  '/v1',
  '/v1/meta',
  '/v1/profiles/{id}',
  '/v1/profiles/{id}/posts',
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
])('%s with a final slash', async (template) => {
  const path = template.replace('{id}', ada.profile.id);
  const [plain, slashed] = [await t.call('GET', `${path}`), await t.call('GET', `${path}/`)];
  expect([slashed.status, slashed.text]).toEqual([200, plain.text]);
});

it('a write, a query and a wrong method with a final slash', async () => {
  const made = await t.call('POST', '/v1/posts/', { ...as(ada), body: { body: 'Hello' } });
  expect(made.status).toBe(201);
  expect((await t.call('GET', `/v1/profiles/${ada.profile.id}/posts/?limit=1`)).json.data.items).toHaveLength(1);
  expect((await t.call('PUT', '/v1/posts/', { ...as(ada), body: {} })).json.error_code).toBe('method_not_allowed');
  for (const path of ['/v1//', '/v1/posts//', '//v1/meta/']) expect((await t.call('GET', path)).status).toBe(404);
});

it('ids in capitals, and usernames with @ and in capitals', async () => {
  const { id } = await makePost(t, as(ada));
  expect((await t.call('GET', `/v1/posts/${id.toUpperCase()}`)).json.data.id).toBe(id);
  const { username } = ada.profile;
  for (const word of [username, `@${username}`, `@${username.toUpperCase()}`, ada.profile.id.toUpperCase()]) {
    expect((await t.call('GET', `/v1/profiles/${word}`)).json.data.id, word).toBe(ada.profile.id);
    expect((await t.call('GET', `/v1/profiles/${word}/followers`)).status, word).toBe(200);
  }
  expect((await t.call('GET', `/v1/profiles/@@${username}`)).status).toBe(404);
});

it('a username in every field that names a profile', async () => {
  const idsOnly = t.app.routes.flatMap(({ contract, body, schema }) =>
    [body, schema.querystring].flatMap((part) => {
      const { properties = {} } = part ? z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) : {};
      const named = Object.entries(properties).filter(([name]) => /profile_ids?$/.test(name));
      return named
        .filter(([, field]) => JSON.stringify(field).includes('uuid'))
        .map(([name]) => [contract.operation, name]);
    }),
  );
  expect(idsOnly).toEqual([]);
  const of = (name: string) => t.call('GET', `/v1/audit-log?profile_id=${name}`, as(ada));
  const [byName, byId] = [await of(`@${ada.profile.username}`), await of(ada.profile.id.toUpperCase())];
  expect(byName.json.data.items).not.toEqual([]);
  expect(byId.json.data).toEqual(byName.json.data);
});

it('every resource that the metadata names can be asked for, with and without a final slash', () => {
  const { config } = t.deps;
  for (const path of ['', '/mcp'] as const) {
    const { resource } = protectedResourceMetadata(config, path) as { resource: string };
    expect(resourcesOf(config)).toEqual(expect.arrayContaining([resource, `${resource}/`]));
  }
});
