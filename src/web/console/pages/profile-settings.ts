import type { z } from 'zod';
import type { ProfileSettings } from '../../../areas/profiles/schemas.ts';
import { INBOX_CONTACT_REQUEST_POLICIES, INBOX_MESSAGE_POLICIES, PROFILE_TYPES } from '../../../core/enums.ts';
import { fail } from '../../../core/errors.ts';
import { withoutAt } from '../../../core/username.ts';
import type { Form } from '../../kit/form.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import type { Problem } from '../problems.ts';
import { managedProfile } from './profile-edit.ts';
import { profileProblem } from './profile-problems.ts';

type Settings = Pick<z.output<typeof ProfileSettings>, 'indexable' | 'inbox_policy'>;

/** Who can contact a profile, whether search engines can list it, and its deletion. */
export function profileSettingsPages(pages: ConsolePages): void {
  const path = '/console/profiles/:id/settings';
  const api = (page: ConsoleContext) => `/v1/profiles/${page.segment('id')}`;

  pages.get(path, 'console.show_profile_settings', async (page) => {
    const managed = await managedProfile(page);
    if (!managed.may) fail('permission_denied');
    return showSettings(page, managed, await page.call<Settings>('GET', `${api(page)}/settings`));
  });

  pages.post(path, 'console.update_profile_settings', async (page, form) => {
    const settings = settingsOf(form);
    const answer = await page.attempt('PATCH', api(page), { body: settings });
    if (answer.ok) return page.redirect(`/console/profiles/${page.segment('id')}/settings`, 'profile_saved');
    return showSettings(page, await managedProfile(page), settings, profileProblem(answer));
  });

  pages.get('/console/profiles/:id/delete', 'console.show_delete_profile', async (page) => {
    const { profile, owned } = await managedProfile(page);
    if (!owned) fail('permission_denied');
    return page.show('profiles/delete', { title: `Delete ${profile.name}`, profile });
  });

  const deletionAgain = async (page: ConsoleContext, form: Form, problem: Problem) => {
    const { profile } = await managedProfile(page);
    const values = { username: form.one('username') };
    return page.show('profiles/delete', { title: `Delete ${profile.name}`, profile, problem, values }, 422);
  };
  const deleteProfile = async (page: ConsoleContext, form: Form) => {
    const { username } = (await managedProfile(page)).profile;
    if (withoutAt(form.one('username').trim()).toLowerCase() !== username) {
      const fields = { username: `Type ${username} to confirm.` };
      return deletionAgain(page, form, { code: 'invalid_request', message: 'The profile was not deleted.', fields });
    }
    const answer = await page.attempt('DELETE', api(page));
    if (answer.ok) return page.redirect('/console/profiles', 'profile_deleted');
    return deletionAgain(page, form, profileProblem(answer));
  };
  pages.post('/console/profiles/:id/delete', 'console.delete_profile', deleteProfile, {
    keeps: (page, form, _upload, problem) => deletionAgain(page, form, problem),
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
  page: ConsoleContext,
  { profile, owned, may }: Awaited<ReturnType<typeof managedProfile>>,
  settings: Settings,
  problem: Problem | null = null,
) {
  return page.show(
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
