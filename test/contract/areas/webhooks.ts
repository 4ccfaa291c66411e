import { newId } from '../../../src/core/ids.ts';
import { makeWebhook } from '../../support/webhooks.ts';
import { type AreaContract, type Foreign, type Made, NO_PROFILE, type Recipe } from '../contract.ts';
import type { World } from '../world.ts';

const url = 'https://hooks.example.com/pronet';

/** Room for one more: an account has at most ten. */
async function makeOwn(w: World): Promise<string> {
  await w.t.pool.query('delete from webhooks where account_id = $1', [w.me.accountId]);
  return (await makeWebhook(w.t, w.me, { profile_ids: [w.me.profile.id] })).id;
}

const own: Made<Record<string, string>> = async (w) => ({ webhook_id: await makeOwn(w) });

async function delivery(w: World, webhook_id: string, token: string) {
  const { json } = await w.t.call('POST', `/v1/webhooks/${webhook_id}/test`, { token });
  return { webhook_id, delivery_id: json.data.delivery.id as string };
}

const strangers: Foreign = {
  what: "a stranger's webhook",
  path: async (w) => ({ webhook_id: await strangersId(w) }),
  code: 'webhook_not_found',
};

async function strangersId(w: World): Promise<string> {
  await w.t.pool.query('delete from webhooks where account_id = $1', [w.stranger.accountId]);
  return (await makeWebhook(w.t, w.stranger)).id;
}

const onOwn: Recipe = { path: own, missing: 'webhook_not_found', foreign: [strangers] };

export default {
  recipes: {
    'webhooks.create': {
      body: async (w) => {
        await w.t.pool.query('delete from webhooks where account_id = $1', [w.me.accountId]);
        return { url, profile_ids: [w.me.profile.id] };
      },
      foreign: [
        {
          what: "a stranger's profile in profile_ids",
          body: {
            foreign: (w) => ({ url, profile_ids: [w.stranger.profile.id] }),
            missing: () => ({ url, profile_ids: [newId()] }),
          },
          code: 'permission_denied',
        },
      ],
    },
    'webhooks.list': {},
    'webhooks.get': onOwn,
    'webhooks.update': { ...onOwn, body: () => ({ types: ['message.created'] }) },
    'webhooks.remove': { path: own, missing: null },
    'webhooks.rotate_secret': { ...onOwn, body: () => ({ overlap_seconds: 3600 }) },
    'webhooks.test': { ...onOwn, body: () => ({}) },
    'webhooks.list_deliveries': { ...onOwn, path: async (w) => delivery(w, await makeOwn(w), w.me.token) },
    'webhooks.replay': {
      body: () => ({}),
      path: async (w) => delivery(w, await makeOwn(w), w.me.token),
      missing: 'webhook_not_found',
      foreign: [
        {
          what: "a stranger's webhook and delivery",
          path: async (w) => delivery(w, await strangersId(w), w.stranger.token),
          code: 'webhook_not_found',
        },
        {
          what: "a stranger's delivery with an own webhook",
          path: async (w) => ({
            ...(await delivery(w, await strangersId(w), w.stranger.token)),
            webhook_id: await makeOwn(w),
          }),
          code: 'delivery_not_found',
        },
      ],
    },
  },
  permissions: {
    'webhooks.create': NO_PROFILE,
    'webhooks.list': [{ needs: 'any' }],
    'webhooks.get': NO_PROFILE,
    'webhooks.update': NO_PROFILE,
    'webhooks.remove': NO_PROFILE,
    'webhooks.rotate_secret': NO_PROFILE,
    'webhooks.test': NO_PROFILE,
    'webhooks.list_deliveries': NO_PROFILE,
    'webhooks.replay': NO_PROFILE,
  },
  // Repeating a deletion succeeds, so it does not show whether there was a webhook.
  outsiders: { 'webhooks.remove': { stranger: 'done', blocked: 'done' } },
  roundTrips: {
    'webhooks.create': 1,
    'webhooks.list': 1,
    'webhooks.get': 1,
    'webhooks.update': 1,
    'webhooks.remove': 1,
    'webhooks.rotate_secret': 1,
    'webhooks.test': 1,
    'webhooks.list_deliveries': 1,
    'webhooks.replay': 1,
  },
} satisfies AreaContract;
