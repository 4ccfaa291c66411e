import type { Permission } from '../../core/enums.ts';
import { SCOPE_AREA_NAMES } from '../../core/scope-names.ts';
import { ALL_SCOPES, SCOPE_AREAS, type ScopeArea, type ScopeWords } from '../../core/scopes.ts';

const AREAS = Object.keys(SCOPE_AREAS) as ScopeArea[];
const ACCESSES = ['read', 'write'] as const;

/** One row of the form's scope table: its checkboxes with their descriptions. */
type ScopeLine = { area: string; name: string; read: ScopeWords | null; write: ScopeWords | null };

const DENIES_ALL = 'It does not include access to profiles, API keys or webhooks, which are listed below.';

/** The scope table of a form. Its first row covers all areas; each scope is one or two checkboxes. */
const SCOPE_TABLE: readonly ScopeLine[] = [
  {
    area: 'all',
    name: SCOPE_AREA_NAMES.all,
    read: { allows: 'Read everything listed below, including areas added later.', denies: DENIES_ALL },
    write: { allows: 'Write everything listed below, including areas added later.', denies: DENIES_ALL },
  },
  ...AREAS.map((area) => ({ area, name: SCOPE_AREA_NAMES[area], ...readAndWrite(area) })),
];

/** Without the scopes that only operators of the server can use. */
export const scopeTable = (operator: boolean): readonly ScopeLine[] =>
  operator ? SCOPE_TABLE : SCOPE_TABLE.filter(({ area }) => area !== 'operator');

function readAndWrite(area: ScopeArea): Pick<ScopeLine, 'read' | 'write'> {
  const { read, write } = SCOPE_AREAS[area];
  return { read, write };
}

type KeyUse = {
  word: string;
  label: string;
  words: string;
  for_agent: boolean;
  permissions: readonly Permission[] | null;
};

/** Who uses a new key, and what it may do for its profiles. */
export const KEY_USES: readonly KeyUse[] = [
  {
    word: 'program',
    label: 'A program',
    words: 'It does what you let it do, in your name.',
    for_agent: false,
    permissions: null,
  },
  {
    word: 'agent_drafts',
    label: 'An AI agent. Drafts only: I approve',
    words:
      'Each of its posts and comments waits for your approval. It reads, but of notifications and events only those about posts, and does nothing else.',
    for_agent: true,
    permissions: ['drafting'],
  },
  {
    word: 'agent_comments',
    label: 'An AI agent. Drafts and comments',
    words: 'Its posts wait for your approval. Its comments appear at once, labeled as written by AI.',
    for_agent: true,
    permissions: ['drafting', 'commenting'],
  },
  {
    word: 'agent',
    label: 'An AI agent. Everything',
    words: 'Nothing waits. Its posts and comments are labeled as written by AI.',
    for_agent: true,
    permissions: null,
  },
];

export const SCOPE_PRESETS = [
  {
    word: 'posts',
    label: 'Posts and comments',
    words: 'Create, edit and remove posts and comments. No messages, no contacts.',
    scopes: ['posts:read', 'posts:write', 'comments:read', 'comments:write'],
  },
  {
    word: 'look',
    label: 'Read only',
    words: 'Read posts, messages, contacts and everything else a member can read.',
    scopes: ['all:read'],
  },
  {
    word: 'member',
    label: 'Everything a member can do',
    words: 'Includes messages, contact requests and areas added later. It cannot create keys or add managers.',
    scopes: ['all:read', 'all:write'],
  },
] as const;

/** Replaces `area:all` with the checkboxes that it covers. */
export function checkboxesOf(scopes: readonly string[]): string[] {
  const boxes = scopes.flatMap((scope) => {
    const [area, access] = scope.split(':') as [string, string];
    if (access !== 'all') return [scope];
    return ACCESSES.map((each) => `${area}:${each}`).filter((each) => (ALL_SCOPES as readonly string[]).includes(each));
  });
  return [...new Set(boxes)];
}

/** The preset with exactly these scopes, or `own`. */
export function presetOf(scopes: readonly string[]): string {
  const wanted = checkboxesOf(scopes).sort().join();
  return SCOPE_PRESETS.find((preset) => [...preset.scopes].sort().join() === wanted)?.word ?? 'own';
}

export function chosenScopes(preset: string, boxes: readonly string[]): readonly string[] {
  return SCOPE_PRESETS.find(({ word }) => word === preset)?.scopes ?? boxes;
}

export function scopesInWords(scopes: readonly string[]): string[] {
  const boxes = checkboxesOf(scopes);
  return SCOPE_TABLE.flatMap(({ area, name }) => {
    const accesses = ACCESSES.filter((access) => boxes.includes(`${area}:${access}`));
    return accesses.length === 0 ? [] : [`${name} (${accesses.join(' and ')})`];
  });
}
