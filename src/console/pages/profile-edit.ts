import type { ProfileWire } from '../../areas/profiles/schemas.ts';
import { ENUMS, type ProfileType } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { isId } from '../../core/ids.ts';
import type { Form } from '../../web-session/form.ts';
import { placeForm, placeNames } from '../places.ts';
import { cardOf } from '../profile-card.ts';
import type { ConsolePages } from '../site.ts';
import type { ManagedProfile, Visit } from '../visit.ts';
import { profileProblem } from './profile-problems.ts';

const TEXTS = ['name', 'call_name', 'username', 'occupation', 'bio'] as const;
const PLACE = ['country_code', 'state_code', 'city_name'] as const;

/** A profile of the path that the person owns or manages; `may` tells whether its fields can be changed by them. */
export async function managedProfile(visit: Visit) {
  const id = visit.param('id');
  if (!isId(id)) fail('profile_not_found');
  const answer = await visit.attempt<{ items: ManagedProfile[] }>('GET', '/v1/profiles', { profileId: id });
  const item = answer.ok ? answer.data.items[0] : undefined;
  if (!item) fail(!answer.ok && answer.error_code === 'profile_suspended' ? 'profile_suspended' : 'profile_not_found');
  const { owned, permissions } = item;
  return { profile: item.profile as ProfileWire, owned, may: owned || permissions.includes('profile_editing') };
}

/** The fields of a profile, with a preview beside them. */
export function profileEditPages(pages: ConsolePages): void {
  const path = '/console/profiles/:id';

  pages.get(path, 'console.show_profile', async (visit) => {
    const managed = await managedProfile(visit);
    const { profile } = managed;
    const { location } = profile;
    const values = {
      ...Object.fromEntries(TEXTS.map((name) => [name, profile[name] ?? ''])),
      ...Object.fromEntries(PLACE.map((name) => [name, location[name] ?? ''])),
    } as Values;
    return showForm(visit, managed, values);
  });

  pages.post(path, 'console.update_profile', async (visit, form) => {
    const values = valuesOf(form);
    // Without script: the lists of a country, before anything is saved.
    if (form.one('do') === 'places') return showForm(visit, await managedProfile(visit), values);
    const answer = await visit.attempt('PATCH', `/v1/profiles/${visit.param('id')}`, { body: editOf(values) });
    if (answer.ok) return visit.redirect(`/console/profiles/${visit.param('id')}`, 'profile_saved');
    return showForm(visit, await managedProfile(visit), values, profileProblem(answer));
  });

  pages.post(`${path}/preview`, 'console.preview_profile', async (visit, form) => {
    const values = valuesOf(form);
    const type = form.one('type');
    const card = cardOf({
      ...values,
      type: (ENUMS['Profile.type'] as readonly string[]).includes(type) ? (type as ProfileType) : 'human',
      username: values.username.toLowerCase(),
      legal_name_verified: form.one('verified') === 'true' && values.name.trim() === form.one('verified_name'),
      location: await placeNames(visit, values),
      media: NO_MEDIA,
    });
    return visit.show('profiles/preview', { title: 'Preview', card });
  });

  pages.get('/console/places', 'console.list_places', async (visit) => {
    const [country_code = '', state_code = '', city_name = ''] = PLACE.map((name) => visit.query(name));
    return visit.show('profiles/places', {
      title: 'Places',
      place: await placeForm(visit, { country_code, state_code, city_name }),
    });
  });
}

const NONE = { source_url: null, large_url: null, medium_url: null, small_url: null };
/** The preview changes what stands below the pictures. */
const NO_MEDIA = { avatar: { light: NONE, dark: NONE }, banner: { light: NONE, dark: NONE } };

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
  visit: Visit,
  { profile, owned, may }: Awaited<ReturnType<typeof managedProfile>>,
  values: Values,
  problem: unknown = null,
) {
  return visit.show(
    'profiles/edit',
    {
      title: profile.name,
      profile,
      owned,
      may,
      card: cardOf(profile),
      values,
      problem,
      place: await placeForm(visit, values),
    },
    problem ? 422 : 200,
  );
}
