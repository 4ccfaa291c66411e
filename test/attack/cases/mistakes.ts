import type { Call, Case } from '../case.ts';

/** What beginners get wrong: each response says what is right. */
const mistakes = (name: string, steps: readonly Call[]): Case => ({ family: 'mistakes', name, steps, short: true });

const credential = (authorization: string, has: string): Call => ({
  call: 'GET /v1/me',
  as: 'nobody',
  headers: { authorization },
  expect: { status: 401, code: 'invalid_credentials', has },
});

export const MISTAKES: readonly Case[] = [
  mistakes('credentials in another form', [
    ...['{m1.token}', 'Token {m1.token}', 'Bearer: {m1.token}', 'Bearer Bearer {m1.token}'].map((form) =>
      credential(form, 'the word Bearer, one space'),
    ),
    { call: 'GET /v1/me', as: 'm1', expect: { status: 200, has: '"rate_limits":[{' } },
  ]),
  mistakes('names that are nearly right', [
    { call: 'GET /v1/post/{post}', as: 'nobody', expect: { status: 404, code: 'route_not_found', has: '/v1/posts/' } },
    { call: 'DELETE /v1/posts', as: 'm1', expect: { status: 405, has: '"allowed_methods":["POST"]' } },
    { call: 'POST /v1/posts', as: 'm1', json: { bodi: 'x' }, expect: { status: 400, has: '"did_you_mean":["body"]' } },
    {
      call: 'POST /v1/posts',
      as: 'm1',
      json: { body: 'x', visibility: 'member' },
      expect: { status: 400, has: '"did_you_mean":["members"]' },
    },
  ]),
  mistakes('a username instead of an id, and neither of them', [
    {
      call: 'GET /v1/profiles/{m1.username}',
      as: 'nobody',
      expect: { status: 200, has: '"username":"{m1.username}"' },
    },
    {
      call: 'POST /v1/profile-follows',
      as: 'm1',
      json: { followed_profile_id: '@{host.username}' },
      expect: { status: [200, 201] },
    },
    {
      call: 'POST /v1/profile-follows',
      as: 'm1',
      json: { followed_profile_id: 'No One!' },
      expect: { status: 400, code: 'invalid_request' },
    },
  ]),
];
