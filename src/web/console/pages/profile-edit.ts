import type { ProfileWire } from '../../../areas/profiles/schemas.ts';
import { ENUMS, type ProfileType } from '../../../core/enums.ts';
import { ApiError, fail } from '../../../core/errors.ts';
import type { Form } from '../../kit/form.ts';
import { type CardProfile, cardOf } from '../../kit/profile-card.ts';
import { findManaged } from '../acting-profile.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import { placeForm, placeNames } from '../places.ts';
import type { Problem } from '../problems.ts';
import { profileProblem } from './profile-problems.ts';

const TEXTS = ['name', 'call_name', 'username', 'occupation', 'bio'] as const;
const PLACE = ['country_code', 'state_code', 'city_name'] as const;

/** The profile of the path, owned or managed by the person; `may` says whether they can edit it. */
export async function managedProfile(page: ConsoleContext) {
  const item = await findManaged(page, page.param('id'));
  const { owned, permissions } = item;
  return { profile: item.profile as ProfileWire, owned, may: owned || permissions.includes('profile_editing') };
}

export function profileEditPages(pages: ConsolePages): void {
  const path = '/console/profiles/:id';

  pages.get(path, 'console.show_profile', async (page) => {
    const managed = await managedProfile(page);
    const { profile } = managed;
    const { location } = profile;
    const values = {
      ...Object.fromEntries(TEXTS.map((name) => [name, profile[name] ?? ''])),
      ...Object.fromEntries(PLACE.map((name) => [name, location[name] ?? ''])),
    } as Values;
    return showForm(page, managed, values);
  });

  pages.post(path, 'console.update_profile', async (page, form) => {
    const values = valuesOf(form);
    // Without scripts, a button loads the lists of a country. Nothing is saved.
    if (form.one('do') === 'places') return showForm(page, await managedOr(page, form), values);
    const answer = await page.attempt('PATCH', `/v1/profiles/${page.segment('id')}`, { body: editOf(values) });
    if (answer.ok) return page.redirect(`/console/profiles/${page.segment('id')}`, 'profile_saved');
    const status = answer.status === 429 || answer.status === 503 ? answer.status : 422;
    return showForm(page, await managedOr(page, form), values, profileProblem(answer), status);
  });

  pages.post(
    `${path}/preview`,
    'console.preview_profile',
    async (page, form) => {
      const values = valuesOf(form);
      const card = cardOf({
        ...values,
        type: typeOf(form),
        username: values.username.toLowerCase(),
        legal_name_verified: form.one('verified') === 'true' && values.name.trim() === form.one('verified_name'),
        verified_domain: form.one('verified_domain') || null,
        location: await placeNames(page, values),
        media: NO_MEDIA,
      });
      return page.show('profiles/preview', { title: 'Preview', card });
    },
    { part: true },
  );

  pages.get(
    '/console/places',
    'console.list_places',
    async (page) => {
      const [country_code = '', state_code = ''] = PLACE.map((name) => page.query(name));
      // Loaded after the country or state changed, so the city no longer applies.
      const place = await placeForm(page, { country_code, state_code, city_name: '' });
      return page.show('profiles/places', { title: 'Places', place });
    },
    { part: true },
  );
}

const NONE = { source_url: null, large_url: null, medium_url: null, small_url: null };
/** The preview does not replace the pictures. */
const NO_MEDIA = { avatar: { light: NONE, dark: NONE }, banner: { light: NONE, dark: NONE } };

function typeOf(form: Form): ProfileType {
  const type = form.one('type');
  return (ENUMS['Profile.type'] as readonly string[]).includes(type) ? (type as ProfileType) : 'human';
}

/** The profile, or what the form says about it if it can't be read now, so that no input is lost. */
async function managedOr(
  page: ConsoleContext,
  form: Form,
): Promise<Pick<Managed, 'owned' | 'may'> & { profile: FormProfile }> {
  try {
    return await managedProfile(page);
  } catch (error) {
    if (!(error instanceof ApiError) || (error.statusCode !== 429 && error.statusCode !== 503)) throw error;
    const { id, owned } = page.principal.profiles.get(page.param('id')) ?? fail('profile_not_found');
    const verified = form.one('verified') === 'true';
    const name = form.one('verified_name');
    const { username, occupation, bio } = valuesOf(form);
    const location = { country_name: null, state_name: null, city_name: null };
    const profile = {
      id,
      name,
      username,
      occupation,
      bio,
      location,
      type: typeOf(form),
      legal_name_verified: verified,
      verified_domain: form.one('verified_domain') || null,
    };
    return { profile: { ...profile, media: NO_MEDIA }, owned, may: true };
  }
}

type Managed = Awaited<ReturnType<typeof managedProfile>>;
type FormProfile = CardProfile & { id: string };
type Values = Record<(typeof TEXTS)[number] | (typeof PLACE)[number], string>;

function valuesOf(form: Form): Values {
  return Object.fromEntries([...TEXTS, ...PLACE].map((name) => [name, form.one(name)])) as Values;
}

function editOf({ country_code, state_code, city_name, ...texts }: Values) {
  const location =
    country_code === '' ? null : { country_code, state_code: state_code || null, city_name: city_name.trim() || null };
  return { ...texts, username: texts.username.trim(), location };
}

async function showForm(
  page: ConsoleContext,
  { profile, owned, may }: Pick<Managed, 'owned' | 'may'> & { profile: FormProfile },
  values: Values,
  problem: Problem | null = null,
  status = 200,
) {
  return page.show(
    'profiles/edit',
    {
      title: profile.name,
      profile,
      owned,
      may,
      card: { ...cardOf(profile), joinedAt: null },
      values,
      problem,
      place: await placeForm(page, values, page.request.method === 'POST'),
    },
    status,
  );
}
