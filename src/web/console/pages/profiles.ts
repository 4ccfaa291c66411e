import { nameProblem } from '../../../areas/profiles/names.ts';
import type { SingleProfileWire } from '../../../areas/profiles/schemas.ts';
import { LIMITS } from '../../../core/limits.ts';
import { usernameSchema } from '../../../core/username.ts';
import type { Form } from '../../kit/form.ts';
import { type CardProfile, cardOf } from '../../kit/profile-card.ts';
import type { ConsoleContext, ManagedProfile } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import { type Problem, USERNAME_FORMAT } from '../problems.ts';
import { profileProblem } from './profile-problems.ts';
import { ownPage } from './sign-in.ts';
import { FIRST_STEP, WELCOME } from './welcome.ts';

const PER_PAGE = '20';

/** The form for a new profile, which is also the first step of a new member. */
function formFor(next: string | undefined) {
  const isFirst = next === WELCOME;
  return { title: isFirst ? 'Who are you?' : 'New profile', next, isFirst, ...(isFirst ? FIRST_STEP : {}) };
}

type Values = ReturnType<typeof valuesOf>;

/** The form, and the card of the profile with what is filled in. */
function showNew(page: ConsoleContext, next: string | undefined, values: Values, problem: Problem | null = null) {
  const { type, name, username, occupation } = values;
  const card = {
    ...{ type, name: name.trim() || 'Your name', username: username || 'username' },
    ...{ legal_name_verified: false, verified_domain: null, occupation: occupation || 'Your headline', bio: null },
    location: { country_name: null, state_name: null, city_name: null },
    media: { avatar: NO_PICTURE, banner: NO_PICTURE },
  };
  const data = {
    ...formFor(next),
    values,
    card: cardOf(card as CardProfile),
    headlineLength: LIMITS.occupation.max_length,
    problem,
  };
  return page.show('profiles/new', data, problem ? 422 : 200);
}

const NONE = { source_url: null, large_url: null, medium_url: null, small_url: null };
const NO_PICTURE = { light: NONE, dark: NONE };

function entryOf(page: ConsoleContext, { profile, owned, permissions }: ManagedProfile) {
  return {
    ...profile,
    owned,
    permissions: permissions.map((permission) => permission.replaceAll('_', ' ')),
    suspended: page.principal.profiles.get(profile.id)?.suspended === true,
  };
}

export function profilePages(pages: ConsolePages): void {
  pages.get('/console/profiles', 'console.list_profiles', async (page) => {
    const query = { limit: PER_PAGE, cursor: page.query('cursor') };
    const list = await page.call<{ items: ManagedProfile[]; next_cursor: string | null }>('GET', '/v1/profiles', {
      query,
    });
    const isWhole = query.cursor === undefined && list.next_cursor === null;
    // As everywhere in the console, the oldest first.
    const entries = (isWhole ? list.items.toReversed() : list.items).map((item) => entryOf(page, item));
    const older = list.next_cursor && `/console/profiles?cursor=${encodeURIComponent(list.next_cursor)}`;
    return page.show('profiles/list', { title: 'Profiles', entries, older, paged: query.cursor !== undefined });
  });

  pages.get('/console/profiles/new', 'console.show_new_profile', async (page) =>
    showNew(page, ownPage(page.query('next')), { type: 'human', username: '', name: '', occupation: '' }),
  );

  pages.get(
    '/console/username',
    'console.check_username',
    async (page) => page.show('profiles/username', { title: 'Username', words: await aboutUsername(page) }),
    { part: true },
  );

  pages.post('/console/profiles/new', 'console.create_profile', async (page, form) => {
    const { occupation, ...named } = valuesOf(form);
    const next = ownPage(form.one('next'));
    const answer = await page.attempt<SingleProfileWire>('POST', '/v1/profiles', { body: named });
    if (!answer.ok) return showNew(page, next, { ...named, occupation }, profileProblem(answer));
    const made = `/console/profiles/${answer.data.id}`;
    if (occupation.trim() !== '') {
      const { ok } = await page.attempt('PATCH', `/v1/profiles/${answer.data.id}`, { body: { occupation } });
      // The profile exists. Its own form has the field again.
      if (!ok) return page.redirect(made, 'profile_made');
    }
    // The next step goes on with what a notice would say.
    if (next !== undefined) return page.redirect(next, next === WELCOME ? undefined : 'profile_ready');
    return page.redirect(made, 'profile_made');
  });
}

const NAME_WORDS = { username_reserved: 'This username is reserved.', username_taken: 'This username is taken.' };

const NEVER_IN_USERNAMES = /[^a-z0-9_-]/i;

/** Whether a profile, or a new one, could have a username. Empty if it may be the beginning of one. */
async function aboutUsername(page: ConsoleContext): Promise<string> {
  const typed = page.query('username') ?? '';
  const checked = usernameSchema().safeParse(typed);
  if (!checked.success) return NEVER_IN_USERNAMES.test(typed) ? USERNAME_FORMAT : '';
  const own = (await page.profiles()).find(({ profile }) => profile.id === page.query('profile'))?.profile;
  if (own?.username === checked.data) return 'This is the username now.';
  const problem = await nameProblem(page.ctx, checked.data, own?.id);
  return problem === null ? 'Available' : NAME_WORDS[problem];
}

function valuesOf(form: Form) {
  return {
    type: form.one('type'),
    username: form.one('username').trim(),
    name: form.one('name'),
    occupation: form.one('occupation'),
  };
}
