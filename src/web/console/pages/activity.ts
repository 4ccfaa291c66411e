import type { z } from 'zod';
import type { AccessGrantPage } from '../../../areas/access/schemas.ts';
import type { AuditEntry, AuditPage } from '../../../areas/audit/schemas.ts';
import type { RouteEntry } from '../../../http/route-contract.ts';
import { wordsFor } from '../activity-words.ts';
import { chosenDays } from '../chosen-days.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import { type PostsById, pathOfPost, readPosts } from '../post-links.ts';
import { problemOf } from '../problems.ts';

type Entry = z.output<typeof AuditEntry>;
type Names = ReadonlyMap<string, string>;

/** The page loads the managers of at most this many profiles. */
const PROFILES_ASKED = 10;
const FILTERS = ['profile', 'manager', 'operation', 'from', 'to', 'zone'] as const;
/** The fields of the form whose parameters in the API have other names. */
const FIELDS = { profile_id: 'profile', manager_profile_id: 'manager', since: 'from', until: 'to' };

export function activityPages(pages: ConsolePages): void {
  pages.get('/console/activity', 'console.show_activity', async (page) => {
    const values = Object.fromEntries(FILTERS.map((name) => [name, page.query(name)]));
    const { since, until } = chosenDays(page);
    const [managers, answer] = await Promise.all([
      managersOf(page),
      page.attempt<z.output<typeof AuditPage>>('GET', '/v1/audit-log', {
        query: {
          profile_id: values['profile'],
          manager_profile_id: values['manager'],
          operation: values['operation'],
          since,
          until,
          cursor: page.query('cursor'),
        },
      }),
    ]);
    const items = answer.ok ? answer.data.items : [];
    const [names, keys, posts] = await Promise.all([
      namesOf(page, items, managers),
      keyNamesOf(page, items),
      readPosts(
        page,
        items.filter(({ object }) => object.type === 'post').map(({ object }) => object.id),
      ),
    ]);
    const { routes } = page.request.server;
    const words = wordsOf(routes);
    const entries = items.map((entry) => inWords(page, entry, names, { words, keys, posts }));
    return page.show(
      'activity',
      {
        title: 'Activity',
        days: [...Map.groupBy(entries, ({ at }) => at.slice(0, 10))],
        next: answer.ok ? olderOf(values, answer.data.next_cursor) : null,
        values,
        filtered: FILTERS.some((name) => name !== 'zone' && values[name] !== undefined),
        choices: {
          profiles: (await page.profiles()).map(({ profile }) => [profile.id, `@${profile.username}`]),
          managers: [...managers].map(([id, username]) => [id, `@${username}`]),
          operations: choicesOf(routes),
        },
        problem: answer.ok ? null : problemOf(answer, FIELDS),
      },
      answer.ok ? 200 : 422,
    );
  });
}

/** The query of the next page, with the current filters. */
function olderOf(values: Record<string, string | undefined>, cursor: string | null): string | null {
  if (cursor === null) return null;
  const query = new URLSearchParams({ cursor });
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, value);
  return query.toString();
}

/** What each operation did, in the past tense, or its summary. */
function wordsOf(routes: readonly RouteEntry[]): Names {
  return new Map(routes.map(({ contract, summary }) => [contract.operation, contract.done ?? summary]));
}

/** The operations that leave entries, by subject: all writes. */
function choicesOf(routes: readonly RouteEntry[]): [subject: string, choices: [string, string][]][] {
  const writes = routes.filter(({ method, contract }) => method !== 'GET' && contract.operation !== 'meta.get_root');
  const subjects = Map.groupBy(writes, ({ schema }) => schema.tags[0]!);
  return [...subjects].map(([subject, of]) => [
    subject,
    of.map(({ contract, summary }) => [contract.operation, contract.done ?? summary]),
  ]);
}

async function keyNamesOf(page: ConsoleContext, entries: readonly Entry[]): Promise<Names> {
  if (!entries.some(({ object }) => object.type === 'api_key')) return new Map();
  const query = { limit: '50' };
  const { items } = await page.call<{ items: { id: string; name: string }[] }>('GET', '/v1/api-keys', { query });
  return new Map(items.map(({ id, name }) => [id, name]));
}

/** The ids and usernames of current and former managers of the person's profiles. */
async function managersOf(page: ConsoleContext): Promise<Names> {
  const owned = (await page.profiles()).filter(({ owned }) => owned).slice(0, PROFILES_ASKED);
  const lists = await Promise.all(
    owned.map(({ profile }) =>
      page.call<z.output<typeof AccessGrantPage>>('GET', `/v1/profiles/${profile.id}/access`, {
        query: { limit: '50' },
      }),
    ),
  );
  const managers = lists.flatMap(({ items }) => items.map(({ manager_profile }) => manager_profile));
  return new Map(managers.map(({ id, username }) => [id, username]));
}

async function namesOf(page: ConsoleContext, entries: readonly Entry[], managers: Names): Promise<Names> {
  const names = new Map(managers);
  for (const { profile } of await page.profiles()) names.set(profile.id, profile.username);
  const named = entries.flatMap(({ profile_id, manager_profile_id, object }) => [
    profile_id,
    manager_profile_id,
    object.type === 'profile' ? object.id : null,
  ]);
  const unknown = [...new Set(named)].filter((id) => id !== null && !names.has(id)).slice(0, 50);
  if (unknown.length === 0) return names;
  const { items } = await page.call<{ items: { id: string; username: string }[] }>('GET', '/v1/profiles/lookup', {
    query: { ids: unknown.join(',') },
  });
  for (const { id, username } of items) names.set(id, username);
  return names;
}

const CREDENTIALS = { session: 'signed in', api_key: 'with an API key', oauth: 'with an app' } as const;

function inWords(
  page: ConsoleContext,
  entry: Entry,
  names: Names,
  about: { words: Names; keys: Names; posts: PostsById },
) {
  const { operation, profile_id, object, request_id } = entry;
  const link = linkTo(page, entry, names, about);
  return {
    at: entry.created_at,
    what: wordsFor(operation, about.words),
    operation,
    who: whoOf(page, entry, names),
    // An entry about the acting profile itself names it once.
    profile: profile_id === null || profile_id === object.id ? null : handleOf(profile_id, names),
    link,
    object,
    request: request_id,
  };
}

/** The pages of objects that are not named. */
const PAGES: Record<string, [words: string, path: string]> = {
  account: ['account', '/console/account'],
  session: ['sessions', '/console/account'],
  workspace: ['account', '/console/account'],
  verification: ['verification', '/console/verification'],
  export: ['export', '/console/export'],
  oauth_grant: ['connected apps', '/console/apps'],
};

/** The changed object, with the page that shows it. Null if it has neither a name nor a page. */
function linkTo(
  page: ConsoleContext,
  { object: { type, id }, operation, profile_id }: Entry,
  names: Names,
  { keys, posts }: { keys: Names; posts: PostsById },
) {
  if (type === 'post') {
    const path = pathOfPost(page, posts.get(id));
    return path && { words: 'View post', path };
  }
  if (type === 'profile') return names.has(id) ? { words: handleOf(id, names), path: `/@${names.get(id)}` } : null;
  if (type === 'api_key') return keys.has(id) ? { words: keys.get(id)!, path: `/console/api-keys/${id}` } : null;
  if (type === 'access_grant') {
    // Who answered an invitation is its manager, and has no page for it.
    const isGiven = operation !== 'access.respond' && page.principal.profiles.has(profile_id ?? '');
    return { words: 'View access', path: isGiven ? `/console/access/${profile_id}/${id}` : '/console/access' };
  }
  const other = PAGES[type];
  return other ? { words: `View ${other[0]}`, path: other[1] } : null;
}

function handleOf(id: string, names: Names): string {
  const username = names.get(id);
  return username === undefined ? 'a deleted profile' : `@${username}`;
}

function whoOf(page: ConsoleContext, { principal, manager_profile_id, operation }: Entry, names: Names): string {
  if (principal.type === 'system') return operation.startsWith('admin.') ? 'The operator' : 'The server';
  if (principal.name !== null) {
    if (principal.id === page.principal.id) return 'You, in this session';
    if (principal.type === 'session') return 'You, in another session';
    return `${principal.type === 'api_key' ? 'API key' : 'App'} “${principal.name}”`;
  }
  if (principal.type === 'operator') return 'The operator';
  const who = manager_profile_id === null ? 'You' : handleOf(manager_profile_id, names);
  return `${who}, ${CREDENTIALS[principal.type]}`;
}
