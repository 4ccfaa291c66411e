import { beforeAll, describe, expect, it } from 'vitest';
import { postMcp, toolCall } from '../support/mcp.ts';
import { type Member, makeKey, makeMember } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { head, sendRaw } from '../support/raw-http.ts';

/**
 * A message may be as large as the body of the operation it calls, and a failure names a limited number of problems.
 */

const MIB = 1024 * 1024;
let t: OAuthApp;
let member: Member;
let token: string;

beforeAll(async () => {
  t = await startOAuthApp();
  member = await makeMember(t);
  token = (await makeKey(t, member, { scopes: ['posts:write'], profileIds: [member.profile.id] })).token;
});

describe('more than 256 KiB', () => {
  const long = 'A'.repeat(MIB);
  const images = [{ content_base64: long }];
  const withImages = toolCall('posts_create_with_images', {
    images,
    as_profile_id: '01a2003a-e97f-782c-93f9-77df07f5822d',
  });
  const late = { params: { arguments: { images }, name: 'posts_create_with_images' }, method: 'tools/call', id: 1 };

  it.each<[string, unknown]>([
    ['a call that takes pictures', withImages],
    ['the same with its name after the arguments', { ...late, jsonrpc: '2.0' }],
  ])('is accepted for %s', async (_name, message) => {
    const { status, json } = await postMcp(t, message, { token });
    expect([status, json.result?.isError]).toEqual([200, true]);
    expect(json.result.content[0].text).not.toContain('payload_too_large');
  });

  it.each<[string, unknown]>([
    ['another tool', toolCall('posts_create', { body: long })],
    ['a tool that does not exist', toolCall('posts_forget', { images })],
    ['another method', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { name: long } }],
    ['a call that waits for events', toolCall('events_list', { wait: 25, cursor: long })],
    ['a batch', [withImages]],
    ['the name of the tool in another place', toolCall('posts_create', { name: 'posts_create_with_images', long })],
  ])('is refused for %s', async (_name, message) => {
    const { status, json } = await postMcp(t, message, { token });
    expect([status, json.error.data.error_code]).toEqual([413, 'payload_too_large']);
  });

  it.each<[string, string]>([
    ['with escape sequences', '"params":{"name":"posts_create_with_images","n\\u0061me":"posts_create"}'],
    ['with a dot', '"params":{"name":"posts_create"},"params.name":"posts_create_with_images"'],
    ['that appears twice', '"params":{"name":"posts_create_with_images","name":"posts_create"}'],
  ])('is refused for another tool, whatever a name %s contains', async (_name, params) => {
    const from = ['Content-Type: application/json', `Authorization: Bearer ${token}`];
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call",${params},"pad":"${long}"}`;
    const begin = head('POST /mcp', ...from, `Content-Length: ${body.length}`);
    expect(await sendRaw(Number(new URL(t.origin).port), begin, body)).toMatchObject({ status: 413 });
  });

  it('is for no operation that waits for others, so that nobody keeps memory of bodies while waiting', () => {
    const large = t.app.routes
      .filter(({ bodyLimit }) => bodyLimit > 256 * 1024)
      .map(({ contract }) => contract.operation);
    expect(large).toContain('posts.create_with_images');
    expect(large).not.toContain('events.list');
    expect(large.filter((name) => !/image|avatar|banner|upload/.test(name))).toEqual([]);
  });

  it('is refused before the body is read, if the credential may not call such a tool', async () => {
    const reader = await makeKey(t, member, { scopes: ['posts:read'], profileIds: [member.profile.id] });
    const from = ['Content-Type: application/json', `Authorization: Bearer ${reader.token}`];
    const announced = head('POST /mcp', ...from, `Content-Length: ${MIB}`);
    expect(await sendRaw(Number(new URL(t.origin).port), announced, '{')).toMatchObject({ status: 413 });
  });

  it('is limited as for the operation', async () => {
    const from = ['Content-Type: application/json', `Authorization: Bearer ${token}`];
    const announced = head('POST /mcp', ...from, `Content-Length: ${49 * MIB}`);
    expect(await sendRaw(Number(new URL(t.origin).port), announced, '{')).toMatchObject({ status: 413 });
  });
});

describe('invalid arguments', () => {
  const fieldsOf = async (args: Record<string, unknown>) => {
    const answer = await postMcp(t, toolCall('posts_create', args), { token });
    return { fields: JSON.parse(answer.json.result.content[0].text).fields, length: answer.text.length };
  };

  it('are reported together: unknown names and wrong values', async () => {
    const { fields } = await fieldsOf({ bodyy: 'x', body: 12, visibility: 'everyone' });
    expect(fields).toEqual([
      { argument: 'arguments', rule: 'unknown_field', allowed: expect.arrayContaining(['body', 'dry_run']) },
      { argument: 'body', rule: 'type', allowed: ['string'] },
      { argument: 'visibility', rule: 'allowed_values', allowed: expect.any(Array) },
    ]);
  });

  it('are one problem for any number of unknown names', async () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_none, i) => [`unknown${i}`, 1]));
    const { fields, length } = await fieldsOf(many);
    expect(fields).toHaveLength(1);
    expect(length).toBeLessThan(10_000);
  });

  it('are at most 20 problems', async () => {
    const images = Array.from({ length: 4 }, () =>
      Object.fromEntries(Array.from({ length: 9 }, (_n, i) => [`x${i}`, 1])),
    );
    const message = toolCall('posts_create_with_images', { images, body: 1, visibility: 1, status: 1, y: 1 });
    const { json } = await postMcp(t, message, { token });
    expect(JSON.parse(json.result.content[0].text).fields.length).toBeLessThanOrEqual(20);
  });

  it('of a query are reported as sent, not as in a URL', async () => {
    const reader = await makeKey(t, member, { scopes: ['contacts:read'], profileIds: [member.profile.id] });
    const { json } = await postMcp(t, toolCall('contacts_list', { q: '\ud800' }), { token: reader.token });
    expect(JSON.parse(json.result.content[0].text).fields).toEqual([{ argument: 'q', rule: 'ill_formed' }]);
  });
});
