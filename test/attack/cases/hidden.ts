import type { Call, Case } from '../case.ts';
import { act, denied, grant } from './rights.ts';

/** What a member finds out about others, or does in their places, against their will. */
const hidden = (name: string, steps: readonly Case['steps'][number][], more: Partial<Case> = {}): Case => ({
  family: 'hidden',
  name,
  steps,
  ...more,
});
const named = (as: string, suffix: string, name: string): Call =>
  act(
    as,
    'POST /v1/profiles',
    { type: 'human', username: `{${as}.username}${suffix}`, name },
    { profile: false, keep: { [suffix]: 'data.id' } },
  );
const write = (as: string, json: object, keep: string): Call =>
  act(as, 'POST /v1/posts', json, { keep: { [keep]: 'data.id' } });
const reads = (as: string, path: string, expect: Partial<Call['expect']>): Call =>
  act(as, `GET ${path}`, undefined, { expect: { status: 200, ...expect } });

export const HIDDEN: readonly Case[] = [
  hidden(
    'a hidden profile does not end the search for similar names',
    [
      ...['one', 'two', 'three', 'four'].map((word) => named('m1', word, `Quokkafield ${word}`)),
      named('m1', 'near', 'Quokafield Similar'),
      reads('m1', '/v1/search/profiles?q=quokkafield', { has: 'Quokafield Similar' }),
      named('m2', 'away', 'Quokkafield Hidden'),
      act('m2', 'POST /v1/blocks', { profile_id: '{m1.profile}' }, { profile: '{away}' }),
      reads('m1', '/v1/search/profiles?q=quokkafield', { has: 'Quokafield Similar', lacks: 'Quokkafield Hidden' }),
    ],
    { short: true },
  ),
  hidden('a ticket of one profile does not open the stream of another', [
    named('m1', 'other', 'Another profile'),
    act('m1', 'POST /v1/events/stream-tickets', undefined, { keep: { ticket: 'data.ticket' } }),
    act('nobody', 'GET /v1/events/stream?ticket={ticket}', undefined, {
      headers: { 'x-profile-id': '{other}' },
      ...denied('profile_not_attached'),
    }),
  ]),
  hidden('a quote for contacts is in no log of who may not read it', [
    write('m1', { body: 'A post' }, 'quoted'),
    write('m2', { body: 'Behind its back', quoted_post_id: '{quoted}', visibility: 'contacts' }, 'quote'),
    { pauseMs: 1_500 },
    reads('m1', '/v1/events?limit=50', { lacks: 'quote.created' }),
    write('m2', { body: 'To its face', quoted_post_id: '{quoted}' }, 'open'),
    { pauseMs: 1_500 },
    reads('m1', '/v1/events?limit=50', { has: 'quote.created' }),
  ]),
  hidden('a blocked member changes nothing below a post of the other, and can remove it', [
    write('m1', { body: 'A post' }, 'root'),
    act('m2', 'POST /v1/posts/{root}/comments', { body: 'Polite' }, { keep: { comment: 'data.id' } }),
    act('m1', 'POST /v1/blocks', { profile_id: '{m2.profile}' }),
    act('m2', 'PATCH /v1/posts/{comment}', { body: 'Rude' }, denied('interaction_not_allowed')),
    reads('nobody', '/v1/posts/{root}/comments', { has: 'Polite', lacks: 'Rude' }),
    act('m2', 'DELETE /v1/posts/{comment}', undefined),
  ]),
  hidden('a giver does not put itself on the page of its manager', [
    ...grant('m1', 'm2', ['drafting']),
    act(
      'm1',
      'PATCH /v1/profile-access/{grant}',
      { public: true },
      { expect: { status: 409, code: 'access_grant_not_pending' } },
    ),
    reads('nobody', '/v1/profiles/{m2.profile}/principals', { lacks: '{m1.profile}' }),
  ]),
  hidden('a draft of a weak key waits for the owner, who is notified', [
    act(
      'm1',
      'POST /v1/api-keys',
      { name: 'weak', scopes: ['all:all'], profile_ids: ['{m1.profile}'], permissions: ['drafting'] },
      { profile: false, keep: { weak: 'data.secret' } },
    ),
    act(
      'm1',
      'POST /v1/posts',
      { body: 'May I?' },
      {
        headers: { authorization: 'Bearer {weak}' },
        expect: { status: 201, has: '"status":"pending_approval"' },
      },
    ),
    { pauseMs: 1_500 },
    reads('m1', '/v1/notifications', { has: 'post.approval_requested' }),
  ]),
  hidden('a redirect leads to no other host', [
    {
      wire: () => [
        'GET http://evil.example/@{host.username}/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n',
      ],
      as: 'm1',
      expect: { status: 301, has: /location: \/@/i, lacks: 'evil.example' },
    },
  ]),
];
