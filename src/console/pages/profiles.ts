import type { SingleProfileWire } from '../../areas/profiles/schemas.ts';
import type { Form } from '../../web-session/form.ts';
import { KIND_WORDS } from '../profile-card.ts';
import type { ConsolePages } from '../site.ts';
import type { ManagedProfile, Visit } from '../visit.ts';
import { profileProblem } from './profile-problems.ts';

const PER_PAGE = '20';
const NEW = { title: 'New profile' };

/** A profile as an entry of the list. */
function entryOf(visit: Visit, { profile, owned, permissions }: ManagedProfile) {
  return {
    ...profile,
    kind: KIND_WORDS[profile.type],
    owned,
    permissions: permissions.map((permission) => permission.replaceAll('_', ' ')),
    suspended: visit.principal.profiles.get(profile.id)?.suspended === true,
  };
}

/** Lists the person's profiles and creates new ones. */
export function profilePages(pages: ConsolePages): void {
  pages.get('/console/profiles', 'console.list_profiles', async (visit) => {
    const query = { limit: PER_PAGE, cursor: visit.query('cursor') };
    const page = await visit.call<{ items: ManagedProfile[]; next_cursor: string | null }>('GET', '/v1/profiles', {
      query,
    });
    const entries = page.items.map((item) => entryOf(visit, item));
    const older = page.next_cursor && `/console/profiles?cursor=${encodeURIComponent(page.next_cursor)}`;
    return visit.show('profiles/list', { title: 'Profiles', entries, older, paged: query.cursor !== undefined });
  });

  pages.get('/console/profiles/new', 'console.show_new_profile', async (visit) =>
    visit.show('profiles/new', { ...NEW, values: { type: 'human' } }),
  );

  pages.post('/console/profiles/new', 'console.create_profile', async (visit, form) => {
    const values = valuesOf(form);
    const { call_name, ...rest } = values;
    const answer = await visit.attempt<SingleProfileWire>('POST', '/v1/profiles', {
      body: { ...rest, ...(call_name === '' ? {} : { call_name }) },
    });
    if (!answer.ok) return visit.show('profiles/new', { ...NEW, values, problem: profileProblem(answer) }, 422);
    return visit.redirect(`/console/profiles/${answer.data.id}`, 'profile_made');
  });
}

function valuesOf(form: Form) {
  return {
    type: form.one('type'),
    username: form.one('username').trim(),
    name: form.one('name'),
    call_name: form.one('call_name').trim(),
  };
}
