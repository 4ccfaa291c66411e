import { ALL_SCOPES, SCOPE_AREAS, type ScopeArea, type ScopeWords } from '../core/scopes.ts';

/** What the areas of scopes are called by people. */
const AREA_NAMES: Record<ScopeArea, string> = {
  posts: 'Posts',
  comments: 'Comments',
  feed: 'Feed',
  messages: 'Messages',
  contacts: 'Contacts',
  follows: 'Following',
  profiles: 'Profiles',
  notifications: 'Notifications',
  audit: 'Record of what was done',
  safety: 'Blocking and reporting',
  access: 'Who manages profiles',
  keys: 'API keys',
  webhooks: 'Calls to other servers',
};

const AREAS = Object.keys(AREA_NAMES) as ScopeArea[];
const ACCESSES = ['read', 'write'] as const;

/** One line of the table of a form: what may be ticked, with its plain words. */
type ScopeLine = { area: string; name: string; read: ScopeWords | null; write: ScopeWords | null };

const DENIES_ALL = 'It does not open who manages profiles, API keys and calls to other servers: they are below.';

/** The table of a form. Its first line is the whole; every scope that can be granted is one or two boxes of it. */
export const SCOPE_TABLE: readonly ScopeLine[] = [
  {
    area: 'all',
    name: 'Everything a member does',
    read: { allows: 'Read all of what is listed below, and what is added to it later.', denies: DENIES_ALL },
    write: { allows: 'Do all of what is listed below, and what is added to it later.', denies: DENIES_ALL },
  },
  ...AREAS.map((area) => ({ area, name: AREA_NAMES[area], ...readAndWrite(area) })),
];

function readAndWrite(area: ScopeArea): Pick<ScopeLine, 'read' | 'write'> {
  const { read, write } = SCOPE_AREAS[area];
  return { read, write };
}

/** Choices that need no table. */
export const SCOPE_PRESETS = [
  {
    word: 'posts',
    label: 'Posts and comments',
    words: 'Write, change and remove posts and comments. No messages, no contacts.',
    scopes: ['posts:read', 'posts:write', 'comments:read', 'comments:write'],
  },
  {
    word: 'look',
    label: 'Look, but change nothing',
    words: 'Read posts, messages, contacts and all else that a member reads.',
    scopes: ['all:read'],
  },
  {
    word: 'member',
    label: 'Everything a member does',
    words:
      'Also send messages and answer requests, and what is added later. It can make no keys and appoint no managers.',
    scopes: ['all:read', 'all:write'],
  },
] as const;

/** `area:all` as the boxes of the table have it. */
export function boxesOf(scopes: readonly string[]): string[] {
  const boxes = scopes.flatMap((scope) => {
    const [area, access] = scope.split(':') as [string, string];
    if (access !== 'all') return [scope];
    return ACCESSES.map((each) => `${area}:${each}`).filter((each) => (ALL_SCOPES as readonly string[]).includes(each));
  });
  return [...new Set(boxes)];
}

/** The word of the preset that is just these scopes; `own` where none is. */
export function presetOf(scopes: readonly string[]): string {
  const wanted = boxesOf(scopes).sort().join();
  return SCOPE_PRESETS.find((preset) => [...preset.scopes].sort().join() === wanted)?.word ?? 'own';
}

/** What a form asks for. */
export function chosenScopes(preset: string, boxes: readonly string[]): readonly string[] {
  return SCOPE_PRESETS.find(({ word }) => word === preset)?.scopes ?? boxes;
}

/** Scopes in a few words, for lists: `Posts (read and write)`. */
export function scopesInWords(scopes: readonly string[]): string[] {
  const boxes = boxesOf(scopes);
  return SCOPE_TABLE.flatMap(({ area, name }) => {
    const accesses = ACCESSES.filter((access) => boxes.includes(`${area}:${access}`));
    return accesses.length === 0 ? [] : [`${name} (${accesses.join(' and ')})`];
  });
}
