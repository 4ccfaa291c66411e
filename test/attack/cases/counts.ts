import type { Call, Case } from '../case.ts';
import { act } from './rights.ts';

/** Counts of a post after members left, came back and were blocked. */
const counts = (name: string, steps: readonly Case['steps'][number][]): Case => ({ family: 'counts', name, steps });

const seen = (path: string, has: RegExp, as = 'm1'): Call => ({
  call: `GET ${path}`,
  as,
  expect: { status: 200, has },
});
const SETTLED = { pauseMs: 1_500 };

/** `m2` and `m3` answer and like a post of `m1`, and follow `m1`. */
const NETWORK: readonly Call[] = [
  act('m1', 'POST /v1/posts', { body: 'A post with answers' }, { keep: { counted: 'data.id' } }),
  ...['m2', 'm3'].flatMap((as) => [
    act(as, 'POST /v1/posts/{counted}/comments', { body: `An answer of ${as}` }),
    act(as, 'PUT /v1/posts/{counted}/reaction', { reaction_type: 'like', active: true }),
    act(as, 'POST /v1/profile-follows', { followed_profile_id: '{m1.profile}' }),
  ]),
];
const shown = (answers: number): Call[] => [
  seen('/v1/posts/{counted}', new RegExp(`"comments_count":${answers},`)),
  seen('/v1/posts/{counted}', new RegExp(`"likes_count":${answers},`)),
  seen('/v1/profiles/{m1.profile}', new RegExp(`"followers_count":${answers},`)),
  seen('/v1/posts/{counted}/comments', answers === 2 ? /An answer of m2.*An answer of m3/ : /An answer of m3/),
];

export const COUNTS: readonly Case[] = [
  counts('of a post whose reader leaves and comes back', [
    ...NETWORK,
    ...shown(2),
    act('m2', 'DELETE /v1/account', { password: '{m2.password}' }, { profile: false }),
    SETTLED,
    ...shown(1),
    act('nobody', 'POST /v1/account/sessions', { email: '{m2.email}', password: '{m2.password}' }, { profile: false }),
    SETTLED,
    ...shown(2),
  ]),
  counts('of a post whose comments are removed and repeated, at once', [
    ...NETWORK,
    act('m2', 'POST /v1/posts/{counted}/comments', { body: 'Once more' }, { keep: { again: 'data.id' } }),
    seen('/v1/posts/{counted}', /"comments_count":3,/),
    { ...act('m2', 'DELETE /v1/posts/{again}', undefined), times: 6, parallel: 6, expect: { status: [200, 404] } },
    {
      ...act('m2', 'PUT /v1/posts/{counted}/reaction', { reaction_type: 'love', active: true }),
      ...{ times: 6, parallel: 6 },
    },
    { ...act('m2', 'DELETE /v1/profile-follows/{m1.profile}', undefined), times: 4, parallel: 4 },
    {
      ...act('m2', 'POST /v1/profile-follows', { followed_profile_id: '{m1.profile}' }),
      ...{ times: 4, parallel: 4 },
    },
    seen('/v1/posts/{counted}', /"comments_count":2,/),
    seen('/v1/posts/{counted}', /"likes_count":2,/),
    seen('/v1/profiles/{m1.profile}', /"followers_count":2,/),
  ]),
];
