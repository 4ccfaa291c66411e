import type { z } from 'zod';
import type { ProfileSettings } from '../../areas/profiles/schemas.ts';
import { INBOX_CONTACT_REQUEST_POLICIES, INBOX_MESSAGE_POLICIES, PROFILE_TYPES } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import type { Form } from '../../web-session/form.ts';
import type { Problem } from '../problems.ts';
import type { ConsolePages } from '../site.ts';
import type { Visit } from '../visit.ts';
import { managedProfile } from './profile-edit.ts';
import { profileProblem } from './profile-problems.ts';

type Settings = Pick<z.output<typeof ProfileSettings>, 'indexable' | 'inbox_policy'>;

/** Who can contact a profile, whether search engines can list it, and its deletion. */
export function profileSettingsPages(pages: ConsolePages): void {
  const path = '/console/profiles/:id/settings';
  const api = (visit: Visit) => `/v1/profiles/${visit.param('id')}`;

  pages.get(path, 'console.show_profile_settings', async (visit) => {
    const managed = await managedProfile(visit);
    if (!managed.may) fail('permission_denied');
    return showSettings(visit, managed, await visit.call<Settings>('GET', `${api(visit)}/settings`));
  });

  pages.post(path, 'console.update_profile_settings', async (visit, form) => {
    const settings = settingsOf(form);
    const answer = await visit.attempt('PATCH', api(visit), { body: settings });
    if (answer.ok) return visit.redirect(`/console/profiles/${visit.param('id')}/settings`, 'profile_saved');
    return showSettings(visit, await managedProfile(visit), settings, profileProblem(answer));
  });

  pages.get('/console/profiles/:id/delete', 'console.show_delete_profile', async (visit) => {
    const { profile, owned } = await managedProfile(visit);
    if (!owned) fail('permission_denied');
    return visit.show('profiles/delete', { title: `Delete ${profile.name}`, profile });
  });

  pages.post('/console/profiles/:id/delete', 'console.delete_profile', async (visit, form) => {
    const { profile } = await managedProfile(visit);
    const username = form.one('username').trim().replace(/^@/, '').toLowerCase();
    const show = (problem: Problem) =>
      visit.show('profiles/delete', { title: `Delete ${profile.name}`, profile, problem, values: { username } }, 422);
    if (username !== profile.username) {
      const fields = { username: `Type ${profile.username} to confirm.` };
      return show({ code: 'invalid_request', message: 'The profile was not deleted.', fields });
    }
    const answer = await visit.attempt('DELETE', api(visit));
    return answer.ok ? visit.redirect('/console/profiles', 'profile_deleted') : show(profileProblem(answer));
  });
}

/** Unknown values are passed on, and the API rejects them. */
function settingsOf(form: Form): Settings {
  const byKind = (name: string) =>
    Object.fromEntries(PROFILE_TYPES.map((type) => [type, form.one(`${name}_${type}`)])) as never;
  return {
    indexable: form.one('indexable') === 'yes',
    inbox_policy: { messages: byKind('messages'), contact_requests: byKind('contact_requests') },
  };
}

async function showSettings(
  visit: Visit,
  { profile, owned, may }: Awaited<ReturnType<typeof managedProfile>>,
  settings: Settings,
  problem: Problem | null = null,
) {
  return visit.show(
    'profiles/settings',
    {
      title: `Settings of ${profile.name}`,
      profile,
      owned,
      may,
      settings,
      problem,
      policies: { messages: INBOX_MESSAGE_POLICIES, contact_requests: INBOX_CONTACT_REQUEST_POLICIES },
    },
    problem ? 422 : 200,
  );
}
