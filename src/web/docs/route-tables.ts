import { markdownTable } from '../../core/limits-tables.ts';
import { includedIn, requiredScope, SCOPE_AREAS, type ScopeAccess, type ScopeArea } from '../../core/scopes.ts';
import type { RouteContract, RouteEntry } from '../../http/route-contract.ts';

/** Tables of the concept pages, from the contracts of the operations. */

const AREAS = Object.keys(SCOPE_AREAS) as ScopeArea[];

const named = (routes: readonly RouteEntry[]) =>
  routes.map(({ contract: { operation } }) => `[${operation}](${operationPath(operation)})`).join(', ');

/** For each area of scopes, what they allow and which operations they open, and the operations that need none. */
export function scopeTables(routes: readonly RouteEntry[]): string {
  const without = (fits: (contract: RouteContract) => boolean) => named(routes.filter((one) => fits(one.contract)));
  return [
    ...AREAS.map((area) => areaSection(area, routes)),
    '## Without a scope',
    `**No credential:** ${without(({ auth }) => auth.kind !== 'credential')}.`,
    `**Any valid credential:** ${without(({ auth }) => auth.kind === 'credential' && auth.scope === null)}.`,
  ].join('\n\n');
}

function areaSection(area: ScopeArea, routes: readonly RouteEntry[]): string {
  const { oauth, impliedByAll } = SCOPE_AREAS[area];
  const limits = [
    ...(oauth ? [] : ['For API keys only: an app cannot ask for it.']),
    ...(impliedByAll ? [] : ['Not part of `all:all`: name it.']),
  ];
  const rows = (['read', 'write'] as const).flatMap((access) => scopeRow(area, access, routes));
  return [
    `## ${area}`,
    ...(limits.length > 0 ? [limits.join(' ')] : []),
    markdownTable(['Scope', 'Allows', 'Opens'], rows),
  ].join('\n\n');
}

/** Of a scope whose objects are public, such as follows. */
const NO_OPERATION = 'None by itself: operations that need no scope can show more with it.';

function scopeRow(area: ScopeArea, access: ScopeAccess, routes: readonly RouteEntry[]): string[][] {
  const words = SCOPE_AREAS[area][access];
  if (!words) return [];
  const opened = routes.filter(
    ({ contract: { auth } }) => auth.kind === 'credential' && auth.scope?.area === area && auth.scope.access === access,
  );
  const wider = includedIn(area, access);
  const included = wider === null ? '' : ` A key with \`${wider}\` has it, too.`;
  const opens = opened.length > 0 ? named(opened) : NO_OPERATION;
  return [[`\`${requiredScope(area, access)}\``, `${words.allows} ${words.denies}${included}`, opens]];
}

const RULES: readonly [RouteContract['profile'], string][] = [
  ['required', 'The call acts as this profile. An API key must send it; others may omit it if they have exactly one.'],
  ['required_or_guest', 'The same, and a session with a verified e-mail address and no profile acts as a guest.'],
  ['optional', 'Reads as this profile sees it. Without it, as everyone sees it, or as the account does.'],
  ['none', 'Not needed: the call is about the account, or the path names the profile.'],
];

/** The four rules for `X-Profile-Id`, each with its operations. */
export function actingProfilesTable(routes: readonly RouteEntry[]): string {
  const rows = RULES.map(([profile, meaning]) => [
    `\`${profile}\``,
    meaning,
    examplesOf(routes.filter(({ contract }) => contract.profile === profile)),
  ]);
  return markdownTable(['`profile_header`', 'What it means', 'Operations'], rows);
}

const MOST_EXAMPLES = 5;

function examplesOf(routes: readonly RouteEntry[]): string {
  const more = routes.length - MOST_EXAMPLES;
  return named(routes.slice(0, MOST_EXAMPLES)) + (more > 0 ? `, and ${more} others` : '');
}

/** The page of an operation. */
export const operationPath = (operation: string): string => `/docs/reference/${operation}`;

export const errorPath = (code: string): string => `/docs/errors#${code}`;

/** Must match `generateTagSlug` in `assets/reference.js`. */
export const tagSlug = (tag: string): string => tag.toLowerCase().replaceAll(' ', '-');
