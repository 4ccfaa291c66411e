import { newId } from '../../../src/core/ids.ts';
import { dispatch } from '../../support/events.ts';
import { makeMember } from '../../support/members.ts';
import { as } from '../../support/posts.ts';
import { type AreaContract, any, one } from '../contract.ts';
import type { World } from '../world.ts';

/** A notification of `owner`: somebody follows it. */
async function notificationOf(w: World, owner = w.me): Promise<string> {
  const follower = await makeMember(w.t);
  const body = { followed_profile_id: owner.profile.id };
  await w.t.call('POST', '/v1/profile-follows', { ...as(follower), body });
  await dispatch(w.t);
  const { rows } = await w.t.pool.query(
    "select id from notifications where profile_id = $1 and type = 'follow.created' order by id desc",
    [owner.profile.id],
  );
  return rows[0].id;
}

const ofAnother = async (w: World) => notificationOf(w, await makeMember(w.t));

export default {
  recipes: {
    'notifications.list': {},
    'notifications.get_preferences': {},
    'notifications.update_preferences': {
      body: () => ({ 'reaction.changed': { list: false }, 'message.created': { mail: true } }),
    },
    'notifications.mark_read': {
      body: () => ({}),
      foreign: [
        {
          what: 'a notification of another profile',
          body: { foreign: async (w) => ({ up_to_id: await ofAnother(w) }), missing: () => ({ up_to_id: newId() }) },
          code: 'notification_not_found',
        },
      ],
    },
    'notifications.mark_one_read': {
      path: async (w) => ({ notification_id: await notificationOf(w) }),
      missing: 'notification_not_found',
      foreign: [
        {
          what: 'a notification of another profile',
          path: async (w) => ({ notification_id: await ofAnother(w) }),
          code: 'notification_not_found',
        },
      ],
    },
  },
  permissions: {
    'notifications.list': any,
    'notifications.mark_read': any,
    'notifications.mark_one_read': [
      {
        needs: ['following'],
        seenBy: ['following'],
        missing: 'notification_not_found',
        alsoFor: 'other managers, for the types of their permissions',
      },
    ],
    'notifications.get_preferences': one('profile_editing'),
    'notifications.update_preferences': one('profile_editing'),
  },
  outsiders: {
    'notifications.mark_one_read': { stranger: 'notification_not_found', blocked: 'notification_not_found' },
  },
  roundTrips: {
    'notifications.list': 2,
    'notifications.mark_read': 1,
    'notifications.mark_one_read': 1,
    'notifications.get_preferences': 1,
    'notifications.update_preferences': 1,
  },
} satisfies AreaContract;
