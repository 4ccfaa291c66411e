import { PERMISSIONS } from '../../../src/core/enums.ts';
import { newId } from '../../../src/core/ids.ts';
import type { AreaContract } from '../contract.ts';
import { someone } from '../foreign-profiles.ts';
import { newConversation } from '../world.ts';

const reported = (target_type: string, target_id: string = newId()) => ({ target_type, target_id, reason: 'spam' });

export default {
  recipes: {
    'reports.create': {
      body: async (w) => ({ target_type: 'profile', target_id: await someone(w), reason: 'spam' }),
      foreign: [
        {
          what: 'a suspended profile',
          body: { foreign: (w) => reported('profile', w.suspended.profile.id), missing: () => reported('profile') },
          code: 'profile_not_found',
        },
        {
          what: 'a draft of another member',
          body: {
            foreign: async (w) => reported('post', await w.post(w.stranger, { status: 'draft' })),
            missing: () => reported('post'),
          },
          code: 'post_not_found',
        },
        {
          what: 'a message of others',
          body: {
            foreign: async (w) => reported('message', (await newConversation(w, w.stranger)).message_id),
            missing: () => reported('message'),
          },
          code: 'message_not_found',
        },
      ],
    },
  },
  permissions: {
    'reports.create': [
      { needs: PERMISSIONS.filter((one) => one !== 'drafting') },
      {
        what: 'a message',
        needs: ['messaging'],
        recipe: {
          body: async (w) => ({
            target_type: 'message',
            target_id: (await newConversation(w)).message_id,
            reason: 'spam',
          }),
        },
      },
    ],
  },
  roundTrips: {
    'reports.create': 1,
  },
} satisfies AreaContract;
