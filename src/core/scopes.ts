import type { PrincipalType } from './enums.ts';

export type ScopeAccess = 'read' | 'write';

/** A scope in plain words, for a consent page: what it opens, and what a person might fear but it does not open. */
export type ScopeWords = { readonly allows: string; readonly denies: string };

type ScopeAreaSpec = {
  /** null: the area has nothing to read (or to write), so that no such scope can be granted. */
  readonly read: ScopeWords | null;
  readonly write: ScopeWords | null;
  /** Whether an OAuth client may hold it. */
  readonly oauth: boolean;
  /** Whether `all:*` opens it. What can widen or outlive a credential must be named. */
  readonly impliedByAll: boolean;
};

/** THE table of scope areas. Key forms, checks, OAuth metadata and the consent page are made from it. */
export const SCOPE_AREAS = {
  posts: {
    read: {
      allows: 'Read drafts, earlier versions and scheduled posts of the profiles you choose, and search posts.',
      denies: 'It does not publish or change anything.',
    },
    write: {
      allows: 'Create, edit and remove posts and react to posts, from the profiles you choose.',
      denies: 'It does not send messages, follow members or change profiles.',
    },
    oauth: true,
    impliedByAll: true,
  },
  comments: {
    read: {
      allows: 'Read comments on posts that the profiles you choose may read.',
      denies: 'It does not write comments.',
    },
    write: {
      allows: 'Write comments from the profiles you choose.',
      denies: 'It does not create posts of their own, and does not send messages.',
    },
    oauth: true,
    impliedByAll: true,
  },
  feed: {
    read: {
      allows: 'Browse the feeds of the profiles you choose.',
      denies: 'It does not read messages, and does not post or react.',
    },
    write: null,
    oauth: true,
    impliedByAll: true,
  },
  messages: {
    read: {
      allows: 'Read the conversations and messages of the profiles you choose.',
      denies: 'It does not send, delete or mark messages as read.',
    },
    write: {
      allows: 'Open conversations, send messages, delete messages that were sent, and mark them as read.',
      denies: 'It does not list conversations, and does not change or delete what others wrote.',
    },
    oauth: true,
    impliedByAll: true,
  },
  contacts: {
    read: {
      allows: 'Read the contacts and contact requests of the profiles you choose.',
      denies: 'It does not send or answer requests, and does not read messages.',
    },
    write: {
      allows: 'Send, answer and withdraw contact requests and remove contacts.',
      denies: 'It does not list the contacts, and does not send messages.',
    },
    oauth: true,
    impliedByAll: true,
  },
  follows: {
    read: {
      allows: 'Read whom the profiles you choose follow and who follows them.',
      denies: 'It does not follow or unfollow.',
    },
    write: {
      allows: 'Follow and unfollow members from the profiles you choose.',
      denies: 'It does not ask for contact and does not send messages.',
    },
    oauth: true,
    impliedByAll: true,
  },
  profiles: {
    read: {
      allows: 'Read the settings and verifications of the profiles you choose, and search profiles.',
      denies: 'It does not change profiles, and does not read messages or contacts.',
    },
    write: {
      allows:
        'Create profiles, edit the profiles you choose with their pictures and settings, and ask for verification.',
      denies: 'It does not delete profiles, and does not let others manage them.',
    },
    oauth: true,
    impliedByAll: true,
  },
  notifications: {
    read: {
      allows: 'Read notifications, their settings and the events of the profiles you choose, also as a stream.',
      denies: 'It does not open conversations, and does not change anything.',
    },
    write: {
      allows: 'Mark notifications as read and change which ones you get.',
      denies: 'It does not read notifications, and does not delete anything.',
    },
    oauth: true,
    impliedByAll: true,
  },
  audit: {
    read: {
      allows: 'Read the record of what was done with the profiles you choose, by whom and when.',
      denies: 'It does not show secrets, and does not change anything.',
    },
    write: null,
    oauth: true,
    impliedByAll: true,
  },
  safety: {
    read: {
      allows: 'Read whom the profiles you choose have blocked.',
      denies: 'It does not block or unblock anybody.',
    },
    write: {
      allows: 'Block and unblock members, and report posts, profiles and messages to the operator.',
      denies: 'It does not list the blocks, and does not decide about reports.',
    },
    oauth: true,
    impliedByAll: true,
  },
  access: {
    read: {
      allows: 'Read who manages the profiles and which invitations wait.',
      denies: 'It does not invite anybody, and does not answer invitations.',
    },
    write: {
      allows: 'Invite managers, change and end their access, and answer invitations.',
      denies: 'It does not make API keys, and does not delete profiles.',
    },
    oauth: false,
    impliedByAll: false,
  },
  keys: {
    read: {
      allows: 'List the API keys of the account, without their secrets.',
      denies: 'It does not make, change or revoke keys.',
    },
    write: {
      allows:
        'Make API keys that are no stronger than this one, change and rotate this one and those it made, and revoke keys.',
      denies: 'It does not give a key more than it holds itself, and does not change the password.',
    },
    oauth: false,
    impliedByAll: false,
  },
  webhooks: {
    read: {
      allows: 'List the webhooks of the account and their deliveries.',
      denies: 'It does not show their secrets, and does not send anything.',
    },
    write: {
      allows: 'Make, change and delete webhooks, which send events of the profiles you choose to another server.',
      denies: 'It does not send what members wrote: events hold ids and states only.',
    },
    oauth: true,
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

/** What an OAuth client may ask for. `offline_access` is the authorization server's own matter, and no scope of ours. */
export const OAUTH_SCOPES: readonly Scope[] = [
  ...AREAS.filter((area) => SCOPE_AREAS[area].oauth).flatMap(scopesOf),
  ...ALL_OF_ALL,
];

/** The primary scope of an operation, as the API reference names it. */
export function requiredScope(area: ScopeArea, access: ScopeAccess): Scope {
  return `${area}:${access}`;
}

/** The scopes of which any one opens the operation, the primary first: `required_scopes` of a refusal. */
export function acceptedScopes(area: ScopeArea, access: ScopeAccess): Scope[] {
  const own: Scope[] = [`${area}:${access}`, `${area}:all`];
  return SCOPE_AREAS[area].impliedByAll ? [...own, `all:${access}`, 'all:all'] : own;
}

/**
 * Whether a credential with these scopes may use the operations of an area. For all but OAuth, `posts` opens comments
 * too; an OAuth client says on its consent page what it does, so there a comment needs its own scope.
 */
export function allows(
  granted: readonly string[],
  area: ScopeArea,
  access: ScopeAccess,
  principalType: PrincipalType,
): boolean {
  if (principalType === 'oauth' && !SCOPE_AREAS[area].oauth) return false;
  if (acceptedScopes(area, access).some((scope) => granted.includes(scope))) return true;
  return area === 'comments' && principalType !== 'oauth' && allows(granted, 'posts', access, principalType);
}

/**
 * Whether every operation that `wanted` opens is opened by `held` too, now and after areas have been added: `all:write`
 * is no subset of a list of all areas of today. Otherwise a key could make a key that is stronger than itself. A wanted
 * word that is no scope is a subset of nothing.
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

/** The plain words of a scope, one entry for each thing that it opens; empty for a word that is no scope. */
export function describeScope(scope: string): ScopeWords[] {
  if (!(ALL_SCOPES as readonly string[]).includes(scope)) return [];
  const [word, wordAccess] = scope.split(':');
  const areas = word === 'all' ? AREAS.filter((area) => SCOPE_AREAS[area].impliedByAll) : [word as ScopeArea];
  const accesses = ACCESSES.filter((access) => wordAccess === 'all' || access === wordAccess);
  return areas.flatMap((area) => accesses.map((access) => SCOPE_AREAS[area][access])).filter((words) => words !== null);
}
