import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildApp } from '../../src/app.ts';
import { makeOpenApiDocument } from '../../src/http/openapi.ts';
import { operation, operationRoutes } from '../../src/http/operation.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Member, makeMember } from '../support/members.ts';
import { as } from '../support/posts.ts';

let t: TestApp;
let ada: Member;
beforeAll(async () => {
  t = await startTestApp();
  ada = await makeMember(t);
});

/** Created objects that have no address of their own: nobody reads them alone. */
const WITHOUT_ADDRESS = [
  'events.create_stream_ticket',
  'operator.add_sign_up_block',
  'reports.create',
  'uploads.create',
  'verifications.create',
];

describe('Location', () => {
  it('is declared by every operation that creates an object with an address', () => {
    const creating = t.app.routes.filter(({ schema }) => '201' in schema.response);
    expect(creating.length).toBeGreaterThan(15);
    const without = creating.filter(({ contract }) => !contract.location).map(({ contract }) => contract.operation);
    expect(without.sort()).toEqual(WITHOUT_ADDRESS);
  });

  it('of a created post is where it can be read, also in a replay, and absent from a dry run', async () => {
    const body = { body: 'Where am I?' };
    const create = (headers: Record<string, string>) => t.call('POST', '/v1/posts', { ...as(ada), body, headers });
    const first = await create({ 'idempotency-key': 'located' });
    expect(first.headers['location']).toBe(`/v1/posts/${first.json.data.id}`);
    expect((await t.call('GET', String(first.headers['location']))).json.data.id).toBe(first.json.data.id);
    expect((await create({ 'idempotency-key': 'located' })).headers['location']).toBe(first.headers['location']);
    expect((await create({ 'dry-run': 'true' })).headers['location']).toBeUndefined();
  });

  it('is only in responses that created something', async () => {
    const other = await makeMember(t);
    const follow = () =>
      t.call('POST', '/v1/profile-follows', { ...as(ada), body: { followed_profile_id: other.profile.id } });
    const [created, found] = [await follow(), await follow()];
    expect([created.status, created.headers['location']]).toEqual([201, `/v1/profile-follows/${other.profile.id}`]);
    expect([found.status, found.headers['location']]).toEqual([200, undefined]);
    expect((await t.call('DELETE', String(created.headers['location']), as(ada))).status).toBe(200);
  });
});

describe('a merge patch', () => {
  const send = (method: 'PATCH' | 'POST', url: string, payload: object) =>
    t.app.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${ada.token}`,
        'x-profile-id': ada.profile.id,
        'content-type': 'application/merge-patch+json; charset=utf-8',
      },
      payload: JSON.stringify(payload),
    });

  it('is what the body of a PATCH means: absent fields stay, null clears', async () => {
    const url = `/v1/profiles/${ada.profile.id}`;
    await send('PATCH', url, { bio: 'Builds bridges', occupation: 'Engineer' });
    const { statusCode, ...response } = await send('PATCH', url, { bio: null });
    expect(statusCode).toBe(200);
    expect(response.json().data).toMatchObject({ bio: null, occupation: 'Engineer' });
  });

  it('is refused for other methods', async () => {
    const { statusCode, ...response } = await send('POST', '/v1/posts', { body: 'Not a patch' });
    expect([statusCode, response.json().error_code]).toEqual([415, 'unsupported_media_type']);
  });
});

describe('a deprecated operation', () => {
  it('says since when and until when, in its headers and in the document', async () => {
    const old = operation({
      name: 'meta.get_old',
      method: 'GET',
      path: '/v1/old',
      tag: 'Meta',
      summary: 'Read something old',
      description: 'Use something new instead.',
      auth: { kind: 'ignored' },
      profile: 'none',
      deprecated: { since: '2026-03-01', sunset: '2027-03-01' },
      output: z.object({}),
      run: async (_request, reply) => reply.ok({}),
    });
    const app = await buildApp(t.deps);
    await app.register(operationRoutes([old]));
    const { headers } = await app.inject('/v1/old');
    expect(headers).toMatchObject({ deprecation: '@1772323200', sunset: 'Mon, 01 Mar 2027 00:00:00 GMT' });
    const { paths } = makeOpenApiDocument(app, t.deps.config, 'all');
    expect(paths['/v1/old']).toMatchObject({ get: { deprecated: true } });
    await app.close();
  });
});
