import { fail } from '../../../core/errors.ts';
import type { Form } from '../../kit/form.ts';
import { type ActingProfile, actingProfile } from '../acting-profile.ts';
import type { ConsoleContext } from '../console-context.ts';
import { NOTIFICATION_GROUPS } from '../notification-words.ts';
import type { ConsolePages } from '../page-routes.ts';
import { type Problem, problemOf } from '../problems.ts';
import { NOTIFICATIONS } from './notifications.ts';
import { pageAddress } from './relation-forms.ts';

const PATH = `${NOTIFICATIONS}/preferences`;
const API = '/v1/notification-preferences';
const WAYS = ['list', 'mail'] as const;
type Preference = Record<(typeof WAYS)[number], boolean>;
/** By the types of notifications. */
type Preferences = Record<string, Preference>;

const GROUPS = [...NOTIFICATION_GROUPS];
const TYPES = GROUPS.flatMap(([, types]) => types.map(({ type }) => type));

export function notificationPreferencePages(pages: ConsolePages): void {
  pages.get(PATH, 'console.show_notification_preferences', async (page) => {
    const acting = await actingProfile(page);
    if (!acting) return page.redirect(NOTIFICATIONS);
    return show(page, acting, await page.call<Preferences>('GET', API, { profileId: acting.profile.id }));
  });

  pages.post(PATH, 'console.update_notification_preferences', async (page, form) => {
    const acting = (await actingProfile(page)) ?? fail('profile_not_found');
    const profileId = acting.profile.id;
    const stored = await page.call<Preferences>('GET', API, { profileId });
    const { chosen, changes } = changesIn(form, stored);
    const answer = await page.attempt('PATCH', API, { profileId, body: changes });
    if (!answer.ok) return show(page, acting, chosen, problemOf(answer));
    return page.redirect(pageAddress(PATH, { profile: profileId }), 'profile_saved');
  });
}

/** What is chosen for each type, and what differs from the stored preferences: other types keep their defaults. */
function changesIn(form: Form, stored: Preferences) {
  const [list, mail] = WAYS.map((way) => new Set(form.many(way)));
  const chosen = Object.fromEntries(TYPES.map((type) => [type, { list: list!.has(type), mail: mail!.has(type) }]));
  const changes = TYPES.flatMap((type) => {
    const changed = WAYS.filter((way) => chosen[type]![way] !== stored[type]![way]);
    return changed.length === 0 ? [] : [[type, Object.fromEntries(changed.map((way) => [way, chosen[type]![way]]))]];
  });
  return { chosen, changes: Object.fromEntries(changes) };
}

function show(page: ConsoleContext, acting: ActingProfile, chosen: Preferences, problem: Problem | null = null) {
  const data = { title: 'Notification preferences', to: PATH, acting, switchTo: PATH, groups: GROUPS, chosen, problem };
  return page.show('notification-preferences', data, problem ? 422 : 200);
}
