import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expireGrants } from '../../../src/areas/access/expire.ts';
import { revokeApiKey } from '../../../src/areas/keys/service.ts';
import { settleReports } from '../../../src/areas/reports/settle.ts';
import { decideVerification } from '../../../src/areas/verifications/decide.ts';
import { disableWebhook } from '../../../src/areas/webhooks/disable.ts';
import type { NotificationType } from '../../../src/core/enums.ts';
import { type Ctx, inTransaction, systemCtx } from '../../../src/ctx.ts';
import { changeGrant, endGrant, granted, invited, resendInvite, respondToInvite } from '../../support/access.ts';
import { type CallResult, startTestApp, type TestApp } from '../../support/app.ts';
import { askForContact, respond } from '../../support/contacts.ts';
import { openConversation, sendMessage } from '../../support/conversations.ts';
import { dispatch } from '../../support/events.ts';
import { block, follow } from '../../support/follows.ts';
import { type Member, makeKey, makeMember } from '../../support/members.ts';
import { ctxOf, makeOperator } from '../../support/operator.ts';
import { as, makePost } from '../../support/posts.ts';
import { begin } from '../../support/verifications.ts';
import { makeWebhook } from '../../support/webhooks.ts';

/** Every kind of notification: what makes it, and who never does. `dispatched.test.ts` has what undoes it. */

type Sides = { ada: Member; me: Member };
/** `withoutActor`: it is also made without somebody who did it; `byNobody`: always. */
type Kind = { make: (sides: Sides) => Promise<unknown>; withoutActor?: true; byNobody?: true };

let t: TestApp;
let operator: Member;
let office: Ctx;
beforeAll(async () => {
  t = await startTestApp();
  operator = await makeMember(t);
  await makeOperator(t, operator);
  office = await ctxOf(t, operator.token);
});

async function done(answer: Promise<CallResult>): Promise<CallResult> {
  const { status, text } = await answer;
  expect([200, 201], text).toContain(status);
  return answer;
}
const call = (by: object, method: string, path: string, body?: object) => done(t.call(method, path, { ...by, body }));
/** What a manager writes for a profile. */
const written = (manager: Member, profile: Member, fields?: Record<string, unknown>) =>
  makePost(t, { token: manager.token, as: profile.profile.id }, fields);
/** A draft of a manager, for which its profile decides. */
async function decided(owner: Member, drafter: Member, verb: 'publish' | 'return'): Promise<void> {
  await granted(t, owner, drafter, ['drafting']);
  await call(as(owner), 'POST', `/v1/posts/${(await written(drafter, owner)).id}/${verb}`, {});
}

/** One entry for each kind: `ada`, or nobody, does what notifies `me`. */
const KINDS: Readonly<Record<NotificationType, Kind>> = {
  'reaction.changed': {
    make: async ({ ada, me }) => {
      const { id } = await makePost(t, as(me));
      await call(as(ada), 'PUT', `/v1/posts/${id}/reaction`, { reaction_type: 'like', active: true });
    },
  },
  'comment.created': {
    make: async ({ ada, me }) => makePost(t, as(ada), { reply_to_post_id: (await makePost(t, as(me))).id }),
  },
  'quote.created': {
    make: async ({ ada, me }) => makePost(t, as(ada), { quoted_post_id: (await makePost(t, as(me))).id }),
  },
  'mention.created': { make: ({ ada, me }) => makePost(t, as(ada), { body: `Ask @${me.profile.username}` }) },
  'post.approval_requested': {
    withoutActor: true,
    make: async ({ ada, me }) => {
      await granted(t, me, ada, ['drafting']);
      await written(ada, me);
    },
  },
  'post.returned': { make: ({ ada, me }) => decided(ada, me, 'return') },
  'post.published': { make: ({ ada, me }) => decided(ada, me, 'publish') },
  'post.unscheduled': {
    byNobody: true,
    make: async ({ ada, me }) => {
      const grant = await granted(t, me, ada, ['posting']);
      await written(ada, me, { scheduled_at: new Date(t.clock.now().getTime() + 3_600_000).toISOString() });
      await done(endGrant(t, me, grant));
    },
  },
  'post.removed': {
    byNobody: true,
    make: async ({ me }) => call(as(operator), 'DELETE', `/v1/posts/${(await makePost(t, as(me))).id}`),
  },
  'follow.created': { make: ({ ada, me }) => follow(t, ada, me) },
  'contact_request.created': { make: ({ ada, me }) => askForContact(t, ada, me) },
  'contact_request.accepted': {
    make: async ({ ada, me }) => done(respond(t, ada, await askForContact(t, me, ada), 'accept')),
  },
  'contact_request.rejected': {
    make: async ({ ada, me }) => done(respond(t, ada, await askForContact(t, me, ada), 'reject')),
  },
  'message.created': { make: async ({ ada, me }) => sendMessage(t, as(ada), await openConversation(t, ada, me)) },
  'access_grant.invited': { make: ({ ada, me }) => invited(t, ada, me) },
  'access_grant.resent': {
    make: async ({ ada, me }) => {
      const id = await invited(t, ada, me);
      await t.pool.query(`update access_grants set created_at = created_at - interval '1 day' where id = $1`, [id]);
      await done(resendInvite(t, ada, id));
    },
  },
  'access_grant.accepted': { make: ({ ada, me }) => granted(t, me, ada) },
  'access_grant.declined': {
    make: async ({ ada, me }) => done(respondToInvite(t, ada, await invited(t, me, ada), 'decline')),
  },
  'access_grant.updated': {
    withoutActor: true,
    make: async ({ ada, me }) => done(changeGrant(t, ada, await granted(t, ada, me), { permissions: ['following'] })),
  },
  'access_grant.revoked': {
    withoutActor: true,
    make: async ({ ada, me }) => done(endGrant(t, ada, await granted(t, ada, me))),
  },
  'access_grant.expired': {
    byNobody: true,
    make: async ({ ada, me }) => {
      const values = [await granted(t, ada, me), t.clock.now()];
      await t.pool.query('update access_grants set expires_at = $2 where id = $1', values);
      await expireGrants(systemCtx(t.deps, 'test'));
    },
  },
  'profile.verified': {
    byNobody: true,
    make: async ({ me }) => decideVerification(office, (await begin(t, me)).id, { decision: 'verify' }),
  },
  'verification.rejected': {
    byNobody: true,
    make: async ({ me }) => decideVerification(office, (await begin(t, me)).id, { decision: 'reject' }),
  },
  'report.settled': {
    byNobody: true,
    make: async ({ ada, me }) => {
      const target = { target_type: 'post', target_id: (await makePost(t, as(ada))).id };
      const { json } = await call(as(me), 'POST', '/v1/reports', { ...target, reason: 'spam' });
      await settleReports(office, json.data.report.id, 'dismiss');
    },
  },
  'api_key.revoked': {
    byNobody: true,
    make: async ({ me }) => revokeApiKey(systemCtx(t.deps, 'test'), me.accountId, (await makeKey(t, me)).id),
  },
  'webhook.disabled': {
    byNobody: true,
    make: async ({ me }) => {
      const { id } = await makeWebhook(t, me);
      await inTransaction(systemCtx(t.deps, 'test'), (tx) => disableWebhook(tx, id, 'failing'));
    },
  },
};

const TYPES = Object.keys(KINDS) as NotificationType[];
let sides: Sides;
beforeEach(async () => {
  sides = { ada: await makeMember(t), me: await makeMember(t) };
  await dispatch(t);
});

async function made(type: NotificationType): Promise<{ actor_profile: { id: string } | null }[]> {
  const answer = await t.call('GET', `/v1/notifications?types=${type}`, as(sides.me));
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data.items;
}

it.each(TYPES)('%s is made, and names who did it', async (type) => {
  await KINDS[type].make(sides);
  const actor_profile = KINDS[type].byNobody ? null : { id: sides.ada.profile.id };
  expect(await made(type)).toMatchObject([{ actor_profile }]);
});

const ofMembers = TYPES.filter((type) => !KINDS[type].byNobody);
const CHANGES: Record<string, { types?: NotificationType[]; change: (sides: Sides) => Promise<unknown> }> = {
  'was deleted': {
    change: ({ ada }) => done(t.call('DELETE', `/v1/profiles/${ada.profile.id}`, { token: ada.token })),
  },
  'was suspended': {
    change: ({ ada }) => t.pool.query('update profiles set suspended_at = now() where id = $1', [ada.profile.id]),
  },
  'is separated by a block': { change: ({ ada, me }) => block(t, me, ada) },
  'the event does not name': {
    types: ofMembers.filter((type) => !KINDS[type].withoutActor),
    change: () =>
      t.pool.query('update events set actor_profile_id = null, manager_profile_id = null where position is null'),
  },
};
describe.each(Object.entries(CHANGES))(
  'an act that is not dispatched yet of a member that %s',
  (_name, { types = ofMembers, change }) => {
    it.each(types)('does not make %s', async (type) => {
      await KINDS[type].make(sides);
      await change(sides);
      expect(await made(type)).toEqual([]);
    });
  },
);
