import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { ApiKey, ApiKeyOnly, ApiKeyWithSecret, KeyPage } from '../../../areas/keys/schemas.ts';
import type { WebhookPage } from '../../../areas/webhooks/schemas.ts';
import { isAnyOperator } from '../../../auth/operator.ts';
import { fail } from '../../../core/errors.ts';
import type { Form } from '../../kit/form.ts';
import { actingProfile } from '../acting-profile.ts';
import type { ConsoleContext, ManagedProfile } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import { type Problem, problemOf } from '../problems.ts';
import { profileNames } from '../profile-names.ts';
import {
  checkboxesOf,
  chosenScopes,
  KEY_USES,
  presetOf,
  SCOPE_PRESETS,
  scopesInWords,
  scopeTable,
} from '../scope-choices.ts';

type Key = z.output<typeof ApiKey>;
type KeyWithSecret = z.output<typeof ApiKeyWithSecret>;

/** The maximum of `page.profiles()`. */
const LISTED_PROFILES_MAX = 50;
const DAY_END = 'T23:59:59.999Z';
const NAMES = { scopes: 'scopes', profile_ids: 'profiles', expires_at: 'ends' };
const PATH = '/console/api-keys/:api_key_id';

export function apiKeyPages(pages: ConsolePages): void {
  pages.get('/console/api-keys', 'console.list_keys', async (page) => {
    const [{ items, next_cursor }, profiles] = await Promise.all([
      listKeys(page, page.query('cursor')),
      page.profiles(),
    ]);
    const keys = items.map((key) => aboutKey(page, key, profiles));
    return page.show('api-keys/list', { title: 'API keys', keys, next: next_cursor });
  });

  pages.get('/console/api-keys/new', 'console.show_new_key', async (page) => {
    const acting = await actingProfile(page);
    const chosen = acting ? [acting.profile.id] : [];
    return showNew(page, { preset: 'posts', boxes: [], chosen, use: KEY_USES[0]!.word });
  });

  const newAgain = (page: ConsoleContext, form: Form, problem: Problem) => {
    const { choices, body } = wantedOf(form);
    const values = { name: body.name, ends: form.one('ends') };
    return showNew(page, { ...choices, use: useOf(form).word, problem, values }, 422);
  };
  const createKey = async (page: ConsoleContext, form: Form) => {
    const { body } = wantedOf(form);
    const ends = form.one('ends');
    const { for_agent, permissions } = useOf(form);
    const answer = await page.attempt<KeyWithSecret>('POST', '/v1/api-keys', {
      idempotencyKey: form.one('once'),
      body: { ...body, for_agent, permissions, ...(ends === '' ? {} : { expires_at: `${ends}${DAY_END}` }) },
    });
    if (answer.ok) return showSecret(page, answer.data, 'Key created');
    const problem = problemOf(answer, NAMES);
    if (problem.code === 'plan_limit_reached')
      problem.message = 'An account can have up to 50 API keys. Revoke one that you no longer use.';
    if (problem.fields['ends'] === 'This value is not valid.') problem.fields['ends'] = 'Enter a valid date.';
    return newAgain(page, form, problem);
  };
  pages.post('/console/api-keys/new', 'console.create_key', createKey, {
    keeps: (page, form, _upload, problem) => newAgain(page, form, problem),
  });

  pages.get(PATH, 'console.show_key', async (page) => {
    const key = await findKey(page);
    return showEdit(page, key, { ...choicesOf(key), values: { name: key.name } });
  });

  const editAgain = async (page: ConsoleContext, form: Form, problem: Problem) => {
    const { choices, body } = wantedOf(form);
    return showEdit(page, await findKey(page), { ...choices, problem, values: { name: body.name } }, 422);
  };
  const updateKey = async (page: ConsoleContext, form: Form) => {
    const { body } = wantedOf(form);
    const answer = await page.attempt<z.output<typeof ApiKeyOnly>>('PATCH', keyPath(page), { body });
    if (answer.ok) return page.redirect('/console/api-keys', 'key_changed');
    return editAgain(page, form, problemOf(answer, NAMES));
  };
  pages.post(PATH, 'console.update_key', updateKey, {
    keeps: (page, form, _upload, problem) => editAgain(page, form, problem),
  });

  const rotateAgain = async (page: ConsoleContext, problem: Problem) => {
    const key = await findKey(page);
    return showEdit(page, key, { ...choicesOf(key), problem, values: { name: key.name } }, 422);
  };
  const rotateKey = async (page: ConsoleContext, form: Form) => {
    const answer = await page.attempt<KeyWithSecret>('POST', `${keyPath(page)}/rotate`, {
      idempotencyKey: form.one('once'),
      body: { overlap_seconds: Number(form.one('overlap')) },
    });
    return answer.ok ? showSecret(page, answer.data, 'New secret created') : rotateAgain(page, problemOf(answer));
  };
  pages.post(`${PATH}/rotate`, 'console.rotate_key', rotateKey, {
    keeps: (page, _form, _upload, problem) => rotateAgain(page, problem),
  });

  pages.post(`${PATH}/revoke`, 'console.revoke_key', async (page) => {
    await page.call('DELETE', keyPath(page));
    return page.redirect('/console/api-keys', 'key_revoked');
  });
}

const useOf = (form: Form) => KEY_USES.find(({ word }) => word === form.one('use')) ?? KEY_USES[0]!;
const keyPath = (page: ConsoleContext) => `/v1/api-keys/${page.segment('api_key_id')}`;

function listKeys(page: ConsoleContext, cursor: string | undefined, limit?: string) {
  return page.call<z.output<typeof KeyPage>>('GET', '/v1/api-keys', { query: { cursor, limit } });
}

/** Finds the key of the path in the list, which is ordered by id. Fails with `api_key_not_found`. */
async function findKey(page: ConsoleContext): Promise<Key> {
  const id = page.param('api_key_id').toLowerCase();
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { items, next_cursor } = await listKeys(page, cursor, '50');
    const found = items.find((key) => key.id === id);
    if (found) return found;
    cursor = items.some((key) => key.id < id) ? null : next_cursor;
  }
  return fail('api_key_not_found');
}

type Choices = { preset: string; boxes: readonly string[]; chosen: readonly string[] };

const choicesOf = ({ scopes, profile_ids }: Key): Choices => ({
  preset: presetOf(scopes),
  boxes: checkboxesOf(scopes),
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

async function formData(page: ConsoleContext) {
  return {
    presets: SCOPE_PRESETS,
    table: scopeTable(isAnyOperator(page.principal)),
    profiles: await page.profiles(),
    once: randomUUID(),
  };
}

async function showNew(page: ConsoleContext, data: Choices & Record<string, unknown>, status?: number) {
  const tomorrow = new Date(page.ctx.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  return page.show(
    'api-keys/new',
    { title: 'New API key', uses: KEY_USES, tomorrow, ...(await formData(page)), ...data },
    status,
  );
}

async function showEdit(page: ConsoleContext, key: Key, data: Choices & Record<string, unknown>, status?: number) {
  const profiles = await page.profiles();
  const about = aboutKey(page, key, profiles);
  // A profile that is not in the list was removed, or the list is full. In a full list it stays checked, so that saving
  // the form does not detach it.
  const strays = key.profile_ids.filter((id) => profiles.every(({ profile }) => profile.id !== id));
  const chosen = profiles.length < LISTED_PROFILES_MAX ? data.chosen : [...data.chosen, ...strays];
  const webhooks = await webhooksOf(page, key.id);
  const shown = { title: key.name, about, webhooks, strays, ...(await formData(page)), ...data, chosen };
  return page.show('api-keys/edit', shown, status);
}

/** How many enabled webhooks the key created. They are on one page: an account has few. */
async function webhooksOf(page: ConsoleContext, keyId: string): Promise<number> {
  const { items } = await page.call<z.output<typeof WebhookPage>>('GET', '/v1/webhooks', { query: { limit: '50' } });
  return items.filter(({ enabled, created_by }) => enabled && created_by?.id === keyId).length;
}

/** The only page that shows a secret. It answers the form itself and is not cached. */
async function showSecret(page: ConsoleContext, { api_key, secret }: KeyWithSecret, heading: string) {
  const actor = (await page.profiles()).find(({ profile }) => api_key.profile_ids.includes(profile.id))?.profile;
  return page.show('api-keys/secret', { title: heading, heading, key: api_key, secret, actor });
}

function aboutKey(page: ConsoleContext, key: Key, profiles: ManagedProfile[]) {
  const isOver = key.expires_at !== null && new Date(key.expires_at) <= page.ctx.now();
  return {
    key,
    may: scopesInWords(key.scopes),
    profiles: profileNames(key.profile_ids, profiles),
    ended: key.revoked_at ?? (isOver ? key.expires_at : null),
  };
}
