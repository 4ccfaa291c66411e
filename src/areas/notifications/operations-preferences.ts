import { z } from 'zod';
import { NOTIFICATION_TYPES, type NotificationType } from '../../core/enums.ts';
import type { AgentHints } from '../../core/errors.ts';
import { op, text } from '../../core/operation-text.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { changePreferences, MAILED_TYPES, PERMISSIONS, readPreferences } from './preferences.ts';

const forEachType = <Field>(field: (type: NotificationType) => Field) =>
  Object.fromEntries(NOTIFICATION_TYPES.map((type) => [type, field(type)])) as Record<NotificationType, Field>;

const Preference = z
  .object({
    list: z.boolean().describe('Whether notifications of this type are made.'),
    mail: z.boolean().describe('Whether the daily mail reports them while they are unread.'),
  })
  .meta({ id: 'NotificationPreference' });
const PreferencesByType = z.object(forEachType(() => Preference)).meta({ id: 'NotificationPreferences' });

const change = (id: string, mail: boolean) =>
  z
    .strictObject({ list: z.boolean().optional(), mail: z.boolean().optional() })
    .meta({ id, description: `Default: \`list\` true, \`mail\` ${mail}.` });
const ChangeListed = change('ChangeListedNotifications', false);
const ChangeMailed = change('ChangeMailedNotifications', true);

const Changes = z
  .strictObject(forEachType((type) => (MAILED_TYPES.includes(type) ? ChangeMailed : ChangeListed).optional()))
  .meta({ id: 'ChangeNotificationPreferences' });

const hint: AgentHints = {
  hint: [
    'list: false stops new notifications of a type, and with them their mails; mail only concerns the daily mail.',
    text`${op('conversations.set_mute')} mutes one conversation, ${op('mutes.set')} one member.`,
  ],
};

const shared = {
  path: '/v1/notification-preferences',
  tag: 'Notifications',
  profile: 'required',
  permissions: PERMISSIONS,
  output: PreferencesByType,
} as const;

export const preferenceOperations: readonly Operation[] = [
  operation({
    ...shared,
    name: 'notifications.get_preferences',
    method: 'GET',
    summary: 'Read notification preferences',
    description:
      'For each type of notification, whether the acting profile gets it in its list and in the daily mail. Its owner and managers with `profile_editing` may read and change this.',
    auth: { kind: 'credential', scope: { area: 'notifications', access: 'read' } },
    run: async ({ ctx }, reply) => reply.ok(await readPreferences(ctx), hint),
  }),

  operation({
    ...shared,
    name: 'notifications.update_preferences',
    done: 'Changed notification preferences',
    method: 'PATCH',
    summary: 'Change notification preferences',
    description:
      'Omitted fields stay unchanged, and so do existing notifications. The mail goes to the address of the account that owns the profile, once a day, if the server sends mail.',
    auth: { kind: 'credential', scope: { area: 'notifications', access: 'write' } },
    body: Changes,
    tool: { reversible: true },
    run: async ({ body }, reply) =>
      reply.commit({
        commit: (ctx) => changePreferences(ctx, body),
        answer: (preferences) => ({ data: preferences, agent: hint }),
      }),
  }),
];
