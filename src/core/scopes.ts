import type { PrincipalType } from './enums.ts';

export type ScopeAccess = 'read' | 'write';

/** For the consent page: what a scope allows, and what people may fear although it does not allow it. */
export type ScopeWords = { readonly allows: string; readonly denies: string };

type ScopeAreaSpec = {
  /** Null: the area has nothing to read (or write), so this scope does not exist. */
  readonly read: ScopeWords | null;
  readonly write: ScopeWords | null;
  /** Whether an OAuth client may hold it. */
  readonly oauth: boolean;
  /** Whether `all:*` includes it. An area that can widen or outlive a credential must be named explicitly. */
  readonly impliedByAll: boolean;
};

/** The source of all scope areas. Key forms, checks, OAuth metadata and the consent page derive from it. */
export const SCOPE_AREAS = {
  posts: {
    read: {
      allows: 'Read drafts, earlier versions and scheduled posts of the profiles you choose, and search posts.',
      denies: 'On its own, it does not publish or change anything.',
    },
    write: {
      allows: 'Create, edit and remove posts, remove comments, and react to posts, from the profiles you choose.',
      denies: 'On its own, it does not send messages, follow members or change profiles.',
    },
    oauth: true,
    impliedByAll: true,
  },
  comments: {
    read: {
      allows: 'Read comments on posts that the profiles you choose may read.',
      denies: 'On its own, it does not write comments.',
    },
    write: {
      allows: 'Write comments from the profiles you choose. Editing them needs Posts (write), too.',
      denies: 'On its own, it does not edit or remove comments, create other posts or send messages.',
    },
    oauth: true,
    impliedByAll: true,
  },
  feed: {
    read: {
      allows: 'Read the feeds, bookmarks and muted members of the profiles you choose.',
      denies: 'On its own, it does not read messages, post or react.',
    },
    write: {
      allows: 'Bookmark posts and mute members for the profiles you choose.',
      denies: 'On its own, it does not read the feed or bookmarks, post or react.',
    },
    oauth: true,
    impliedByAll: true,
  },
  messages: {
    read: {
      allows: 'Read the conversations and messages of the profiles you choose.',
      denies: 'On its own, it does not send, delete or mark messages as read.',
    },
    write: {
      allows: 'Open conversations, send messages, delete sent messages, and mark messages as read.',
      denies: 'On its own, it does not list conversations, and does not change or delete messages of others.',
    },
    oauth: true,
    impliedByAll: true,
  },
  contacts: {
    read: {
      allows: 'Read the contacts and contact requests of the profiles you choose.',
      denies: 'On its own, it does not send or answer requests, or read messages.',
    },
    write: {
      allows: 'Send, answer and withdraw contact requests and remove contacts.',
      denies: 'On its own, it does not list contacts or send messages.',
    },
    oauth: true,
    impliedByAll: true,
  },
  follows: {
    read: {
      allows: 'Read who the profiles you choose follow and who follows them.',
      denies: 'On its own, it does not follow or unfollow.',
    },
    write: {
      allows: 'Follow and unfollow members from the profiles you choose.',
      denies: 'On its own, it does not send contact requests or messages.',
    },
    oauth: true,
    impliedByAll: true,
  },
  profiles: {
    read: {
      allows: 'Read the settings and verifications of the profiles you choose, and search profiles.',
      denies: 'On its own, it does not change profiles, or read messages or contacts.',
    },
    write: {
      allows:
        'Create profiles, edit the profiles you choose including their pictures and settings, and request verification.',
      denies: 'On its own, it does not delete profiles or let others manage them.',
    },
    oauth: true,
    impliedByAll: true,
  },
  notifications: {
    read: {
      allows: 'Read notifications, their settings and the events of the profiles you choose, including as a stream.',
      denies: 'On its own, it does not open conversations or change anything.',
    },
    write: {
      allows: 'Mark notifications as read and change which ones you receive.',
      denies: 'On its own, it does not read notifications or delete anything.',
    },
    oauth: true,
    impliedByAll: true,
  },
  audit: {
    read: {
      allows: 'Read the audit log of the profiles you choose: who did what, and when.',
      denies: 'On its own, it does not show secrets or change anything.',
    },
    write: null,
    oauth: true,
    impliedByAll: true,
  },
  safety: {
    read: {
      allows: 'Read which members the profiles you choose have blocked.',
      denies: 'On its own, it does not block or unblock anyone.',
    },
    write: {
      allows: 'Block and unblock members, and report posts, profiles and messages to the operator.',
      denies: 'On its own, it does not list blocks or decide reports.',
    },
    oauth: true,
    impliedByAll: true,
  },
  access: {
    read: {
      allows: 'Read who manages the profiles and which invitations are pending.',
      denies: 'On its own, it does not invite anyone or answer invitations.',
    },
    write: {
      allows: 'Invite managers, change and revoke their access, and answer invitations.',
      denies: 'On its own, it does not create API keys or delete profiles.',
    },
    oauth: false,
    impliedByAll: false,
  },
  keys: {
    read: {
      allows: 'List the API keys of the account, without their secrets.',
      denies: 'On its own, it does not create, change or revoke keys.',
    },
    write: {
      allows:
        'Create API keys that are no stronger than this one, change and rotate this one and those it created, and revoke keys.',
      denies: 'On its own, it does not grant a key more than it has itself, and does not change the password.',
    },
    oauth: false,
    impliedByAll: false,
  },
  webhooks: {
    read: {
      allows: 'List the webhooks of the account and their deliveries.',
      denies: 'On its own, it does not show their secrets or send anything.',
    },
    write: {
      allows: 'Create, change and delete webhooks, which send events of the profiles you choose to another server.',
      denies: 'On its own, it does not send what members wrote: events contain only ids and states.',
    },
    oauth: true,
    impliedByAll: false,
  },
  operator: {
    read: {
      allows: 'For operators of the server: read reports and accounts.',
      denies: 'On its own, it does not change anything.',
    },
    write: {
      allows: 'For operators of the server: act on reports, and suspend accounts.',
      denies: 'On its own, it does not read reports.',
    },
    oauth: false,
    impliedByAll: false,
  },
} as const satisfies Record<string, ScopeAreaSpec>;

export type ScopeArea = keyof typeof SCOPE_AREAS;
export type Scope = `${ScopeArea | 'all'}:${ScopeAccess | 'all'}`;

const AREAS = Object.keys(SCOPE_AREAS) as ScopeArea[];
const ACCESSES: readonly ScopeAccess[] = ['read', 'write'];
const ALL_OF_ALL: readonly Scope[] = ['all:read', 'all:write', 'all:all'];

function scopesOf(area: ScopeArea): Scope[] {
  const single = ACCESSES.filter((access) => SCOPE_AREAS[area][access] !== null);
  return [...single.map((access): Scope => `${area}:${access}`), `${area}:all`];
}

/** Every string that can be granted. A session holds all of them. */
export const ALL_SCOPES: readonly Scope[] = [...AREAS.flatMap(scopesOf), ...ALL_OF_ALL];

/** What an OAuth client may request. `offline_access` belongs to the authorization server and is not one of these. */
export const OAUTH_SCOPES: readonly Scope[] = [
  ...AREAS.filter((area) => SCOPE_AREAS[area].oauth).flatMap(scopesOf),
  ...ALL_OF_ALL,
];

/** The primary scope of an operation, which the API reference shows. */
export function requiredScope(area: ScopeArea, access: ScopeAccess): Scope {
  return `${area}:${access}`;
}

/** Every response with next actions asks for some of them, so no key is composed. */
const ACCEPTED: ReadonlyMap<ScopeArea, Record<ScopeAccess, readonly Scope[]>> = new Map(
  AREAS.map((area) => [area, { read: scopesFor(area, 'read'), write: scopesFor(area, 'write') }]),
);

function scopesFor(area: ScopeArea, access: ScopeAccess): Scope[] {
  const own: Scope[] = [`${area}:${access}`, `${area}:all`];
  return SCOPE_AREAS[area].impliedByAll ? [...own, `all:${access}`, 'all:all'] : own;
}

/** The scopes any one of which allows the operation, primary first: `required_scopes` in a failure. */
export function acceptedScopes(area: ScopeArea, access: ScopeAccess): readonly Scope[] {
  return ACCEPTED.get(area)![access];
}

/** Areas whose scopes include those of another, except for OAuth: its consent page states each. */
const WIDER: Partial<Record<ScopeArea, ScopeArea>> = { comments: 'posts' };

/** The scope that also allows an area for sessions and keys; null if there is none. */
export const includedIn = (area: ScopeArea, access: ScopeAccess): Scope | null =>
  WIDER[area] === undefined ? null : requiredScope(WIDER[area], access);

/** Whether these scopes allow an area, by its own or by a wider one. */
export function allows(
  granted: readonly string[],
  area: ScopeArea,
  access: ScopeAccess,
  principalType: PrincipalType,
): boolean {
  if (principalType === 'oauth' && !SCOPE_AREAS[area].oauth) return false;
  if (acceptedScopes(area, access).some((scope) => granted.includes(scope))) return true;
  const wider = WIDER[area];
  return wider !== undefined && principalType !== 'oauth' && allows(granted, wider, access, principalType);
}

/**
 * Whether `held` allows all that `wanted` allows, now and after areas are added, so that a key can't create a stronger
 * one. An unknown scope in `wanted` is a subset of nothing.
 */
export function isSubset(
  wanted: readonly string[],
  held: readonly string[],
  principalType: PrincipalType = 'api_key',
): boolean {
  if (!wanted.every((scope) => (ALL_SCOPES as readonly string[]).includes(scope))) return false;
  return ACCESSES.every((access) => {
    const opensAll = (scopes: readonly string[]) => scopes.includes(`all:${access}`) || scopes.includes('all:all');
    if (opensAll(wanted) && !opensAll(held)) return false;
    return AREAS.every(
      (area) => !allows(wanted, area, access, principalType) || allows(held, area, access, principalType),
    );
  });
}

/** The scopes that include a part of what an app `asked` for and a person cleared. */
export const scopesWithCleared = (
  asked: readonly string[],
  allowed: readonly string[],
  principalType: PrincipalType,
): string[] =>
  ALL_SCOPES.filter((scope) =>
    ACCESSES.some((access) =>
      AREAS.some(
        (area) =>
          allows([scope], area, access, principalType) &&
          allows(asked, area, access, principalType) &&
          !allows(allowed, area, access, principalType),
      ),
    ),
  );

/** A scope in plain words, one entry per area and access that it includes; empty for an unknown scope. */
export function describeScope(scope: string): ScopeWords[] {
  if (!(ALL_SCOPES as readonly string[]).includes(scope)) return [];
  const [word, wordAccess] = scope.split(':');
  const areas = word === 'all' ? AREAS.filter((area) => SCOPE_AREAS[area].impliedByAll) : [word as ScopeArea];
  const accesses = ACCESSES.filter((access) => wordAccess === 'all' || access === wordAccess);
  return areas.flatMap((area) => accesses.map((access) => SCOPE_AREAS[area][access])).filter((words) => words !== null);
}
