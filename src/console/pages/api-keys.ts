import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { ApiKey, ApiKeyOnly, ApiKeyWithSecret, KeyPage } from '../../areas/keys/schemas.ts';
import { fail } from '../../core/errors.ts';
import type { Form } from '../../web-session/form.ts';
import { problemOf } from '../problems.ts';
import { profileNames } from '../profile-names.ts';
import { boxesOf, chosenScopes, presetOf, SCOPE_PRESETS, SCOPE_TABLE, scopesInWords } from '../scope-choices.ts';
import type { ConsolePages } from '../site.ts';
import type { ManagedProfile, Visit } from '../visit.ts';

type Key = z.output<typeof ApiKey>;
type KeyWithSecret = z.output<typeof ApiKeyWithSecret>;

/** The maximum of `visit.profiles()`. */
const LISTED_PROFILES_MAX = 50;
const DAY_END = 'T23:59:59.999Z';
const NAMES = { scopes: 'scopes', profile_ids: 'profiles', expires_at: 'ends' };
const PATH = '/console/api-keys/:api_key_id';

/** Create, edit, rotate and revoke API keys. */
export function apiKeyPages(pages: ConsolePages): void {
  pages.get('/console/api-keys', 'console.list_keys', async (visit) => {
    const [{ items, next_cursor }, profiles] = await Promise.all([
      listKeys(visit, visit.query('cursor')),
      visit.profiles(),
    ]);
    const keys = items.map((key) => aboutKey(visit, key, profiles));
    return visit.show('api-keys/list', { title: 'API keys', keys, next: next_cursor });
  });

  pages.get('/console/api-keys/new', 'console.show_new_key', async (visit) => {
    const profiles = await visit.profiles();
    const only = profiles.length === 1 ? [profiles[0]!.profile.id] : [];
    return showNew(visit, { preset: 'posts', boxes: [], chosen: only });
  });

  pages.post('/console/api-keys/new', 'console.create_key', async (visit, form) => {
    const { choices, body } = wantedOf(form);
    const ends = form.one('ends');
    const for_agent = form.one('for_agent') === 'on';
    const answer = await visit.attempt<KeyWithSecret>('POST', '/v1/api-keys', {
      idempotencyKey: form.one('once'),
      body: { ...body, for_agent, ...(ends === '' ? {} : { expires_at: `${ends}${DAY_END}` }) },
    });
    if (answer.ok) return showSecret(visit, answer.data, 'Key created');
    const problem = problemOf(answer, NAMES);
    if (problem.code === 'plan_limit_reached')
      problem.message = 'An account can have up to 50 API keys. Revoke one that you no longer use.';
    if (problem.fields['ends'] === 'This value is not valid.') problem.fields['ends'] = 'Enter a valid date.';
    return showNew(visit, { ...choices, for_agent, problem, values: { name: body.name, ends } }, 422);
  });

  pages.get(PATH, 'console.show_key', async (visit) => {
    const key = await findKey(visit);
    return showEdit(visit, key, { ...choicesOf(key), values: { name: key.name } });
  });

  pages.post(PATH, 'console.update_key', async (visit, form) => {
    const { choices, body } = wantedOf(form);
    const answer = await visit.attempt<z.output<typeof ApiKeyOnly>>('PATCH', keyPath(visit), { body });
    if (answer.ok) return visit.redirect('/console/api-keys', 'key_changed');
    const problem = problemOf(answer, NAMES);
    return showEdit(visit, await findKey(visit), { ...choices, problem, values: { name: body.name } }, 422);
  });

  pages.post(`${PATH}/rotate`, 'console.rotate_key', async (visit, form) => {
    const data = await visit.call<KeyWithSecret>('POST', `${keyPath(visit)}/rotate`, {
      idempotencyKey: form.one('once'),
      body: { overlap_seconds: Number(form.one('overlap')) },
    });
    return showSecret(visit, data, 'New secret created');
  });

  pages.post(`${PATH}/revoke`, 'console.revoke_key', async (visit) => {
    await visit.call('DELETE', keyPath(visit));
    return visit.redirect('/console/api-keys', 'key_revoked');
  });
}

const keyPath = (visit: Visit) => `/v1/api-keys/${encodeURIComponent(visit.param('api_key_id'))}`;

function listKeys(visit: Visit, cursor: string | undefined, limit?: string) {
  return visit.call<z.output<typeof KeyPage>>('GET', '/v1/api-keys', { query: { cursor, limit } });
}

/** Finds the key of the path in the list, which is ordered by id. Fails with `api_key_not_found`. */
async function findKey(visit: Visit): Promise<Key> {
  const id = visit.param('api_key_id').toLowerCase();
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { items, next_cursor } = await listKeys(visit, cursor, '50');
    const found = items.find((key) => key.id === id);
    if (found) return found;
    cursor = items.some((key) => key.id < id) ? null : next_cursor;
  }
  return fail('api_key_not_found');
}

type Choices = { preset: string; boxes: readonly string[]; chosen: readonly string[] };

const choicesOf = ({ scopes, profile_ids }: Key): Choices => ({
  preset: presetOf(scopes),
  boxes: boxesOf(scopes),
  chosen: profile_ids,
});

/** The choices of the key form, and the request body for `/v1`. */
function wantedOf(form: Form) {
  const preset = form.one('preset');
  const boxes = form.many('scope');
  const chosen = form.many('profile');
  const body = { name: form.one('name'), scopes: chosenScopes(preset, boxes), profile_ids: chosen };
  return { choices: { preset, boxes, chosen }, body };
}

async function formData(visit: Visit) {
  return { presets: SCOPE_PRESETS, table: SCOPE_TABLE, profiles: await visit.profiles(), once: randomUUID() };
}

async function showNew(visit: Visit, data: Choices & Record<string, unknown>, status?: number) {
  const tomorrow = new Date(visit.ctx.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  return visit.show('api-keys/new', { title: 'New API key', tomorrow, ...(await formData(visit)), ...data }, status);
}

async function showEdit(visit: Visit, key: Key, data: Choices & Record<string, unknown>, status?: number) {
  const profiles = await visit.profiles();
  const about = aboutKey(visit, key, profiles);
  // A profile that is not in the list was removed, or the list is full. In a full list it stays checked, so that saving
  // the form does not detach it.
  const strays = key.profile_ids.filter((id) => profiles.every(({ profile }) => profile.id !== id));
  const chosen = profiles.length < LISTED_PROFILES_MAX ? data.chosen : [...data.chosen, ...strays];
  const shown = { title: key.name, about, strays, ...(await formData(visit)), ...data, chosen };
  return visit.show('api-keys/edit', shown, status);
}

/** The only page that shows a secret. It answers the form itself and is not cached. */
async function showSecret(visit: Visit, { api_key, secret }: KeyWithSecret, heading: string) {
  const actor = (await visit.profiles()).find(({ profile }) => api_key.profile_ids.includes(profile.id))?.profile;
  return visit.show('api-keys/secret', { title: heading, heading, key: api_key, secret, actor });
}

function aboutKey(visit: Visit, key: Key, profiles: ManagedProfile[]) {
  const isOver = key.expires_at !== null && new Date(key.expires_at) <= visit.ctx.now();
  return {
    key,
    may: scopesInWords(key.scopes),
    profiles: profileNames(key.profile_ids, profiles),
    ended: key.revoked_at ?? (isOver ? key.expires_at : null),
  };
}
