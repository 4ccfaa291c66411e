import { CONFUSABLES } from './look-alikes.ts';
import { ROLE_WORDS } from './reserved-usernames.ts';
import { usernameLook } from './username.ts';

/** What the service calls itself on its pages and in mails. */
export const SERVICE_NAME = 'pronet';

/** Signs that look like letters without being confusable in Unicode's data: small capitals, styled Greek and Cyrillic, digits. */
// cspell:disable
const STAND_INS: Readonly<Record<string, string>> = {
  a: 'ᴀ@4',
  b: 'ʙ',
  d: 'Ԁᴅ',
  e: 'εєɛᴇ3',
  f: 'ϝғꜰ',
  g: 'ɢԍ',
  h: 'ʜ',
  i: '!',
  k: 'кκᴋ',
  m: 'мᴍ',
  n: 'ɴпŋ',
  p: 'ᴘ',
  r: 'ʀ',
  s: '$5',
  t: 'тτᴛ7',
};
// cspell:enable
/** White letters on circles and squares, which Unicode neither decomposes nor lists: 🅐, 🅰. They look like a badge. */
const BADGES = [0x1f150, 0x1f170].flatMap((first) =>
  Array.from({ length: 26 }, (_, at) => [String.fromCodePoint(first + at), String.fromCharCode(97 + at)] as const),
);
const BADGE_EDGE =
  /(?<=[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}])(?=\p{L})|(?<=\p{L})(?=[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}])/gu;
const LATIN = new Map([
  ...BADGES,
  ...[CONFUSABLES, STAND_INS].flatMap((signs) =>
    Object.entries(signs).flatMap(([letters, alike]) => [...alike].map((one) => [one, letters] as const)),
  ),
]);

/** Punctuation behind a word, though within one it looks like a letter. */
const TRAILING_SIGNS = /(?<![!@$])[!@$]+(?![\p{L}\p{N}!@$])/gu;

/** Letters in squares: two of them make a flag, more can spell a word. */
const REGIONAL = /[\u{1f1e6}-\u{1f1ff}]/gu;
const letterOf = (sign: string) => String.fromCharCode(sign.codePointAt(0)! - 0x1f1e6 + 97);

/** What the words of a name look like, in Latin letters. */
function looksOf(name: string): string[] {
  const letters = name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(TRAILING_SIGNS, ' ');
  const parted = letters.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').replace(BADGE_EDGE, ' ');
  const latin = parted.replace(/./gu, (sign) => LATIN.get(sign) ?? sign);
  return latin.split(/[^\p{L}\p{N}]+/u).map((word) => usernameLook(word.toLowerCase()));
}

const SERVICE = usernameLook(SERVICE_NAME);
/** What the service could have: "Pronet Login" asks for a password. */
const OF_SERVICE = ['accounts', 'hq', 'login', 'payments', 'verification', 'verify'];
const ROLES = new Set([...ROLE_WORDS, ...OF_SERVICE].map(usernameLook).filter((role) => role !== SERVICE));

/**
 * Roles that name nobody else, and what the pages show for a member who is gone. Other roles are also what people and
 * companies are called: "Owner", "Marketing", "Root".
 */
const STAFF = new Set(
  `admin admins administrator administrators customer-service customer-support deleted deleted-member deleted-user helpdesk
  moderation moderator moderators operator security staff support system team trust-and-safety trust-safety`
    .split(/\s+/)
    .map(usernameLook),
);

/** What only the service says of a member, at the end of a name: "Acme (verified)", "Acme, official account". */
const CLAIMS = ['verified', 'official', 'authenticated'].map(usernameLook);
/** Before a claim in the same word these make another word: "unofficial", "reverified". */
const PREFIX = new RegExp(`^(?:un|non|re|pre|de|${usernameLook('semi')})$`);
/** Fans say so behind a name: "acmeunofficial". Nobody is called unverified, so a name that ends in "un" is before a claim. */
const UNOFFICIAL = new RegExp(`(?:un|non|${usernameLook('semi')})${usernameLook('official')}$`);
const CLAIMED = new Set(['account', 'badge', 'company', 'member', 'profile', 'user'].map(usernameLook));
/** Words that leave the name of a role as it is: "The Security Team". */
const FILLERS = new Set(['the', 'our', 'of', 'desk', 'department', 'account'].map(usernameLook));

/**
 * Whether a name claims what only the service can say. It is the name of the service, alone or with a role of its staff
 * ("Pronet Support", "The official ProNet team"); nothing but such roles ("Admin", "Security team"); or it ends in a
 * claim of verification ("Acme (verified)", "acmeverified"). In any spacing and with letters of other scripts. Other words
 * are fine: "Pronet Solutions", "Support Group Berlin".
 */
export function imitatesService(name: string): boolean {
  return [name, name.replace(REGIONAL, letterOf)].some((look) => {
    const words = looksOf(look).filter((word) => word !== '');
    return endsInClaim(words) || isRoleAlone(words) || isServiceItself(words);
  });
}

const OFFICIAL = usernameLook('official');

/**
 * The same for an occupation, which may be a role ("Security", "Moderator") and end in the noun ("Customs official"):
 * "Verified by pronet", "[verified]".
 */
export function claimsService(occupation: string): boolean {
  const words = looksOf(occupation).filter((word) => word !== '');
  const isOfficer = words.length > 1 && words.at(-1) === OFFICIAL;
  return isServiceItself(words) || (!isOfficer && endsInClaim(words));
}

function endsInClaim(all: readonly string[]): boolean {
  const words = CLAIMED.has(all.at(-1) ?? '') ? all.slice(0, -1) : all;
  const isJoined = (end: string) => (claim: string) =>
    end.endsWith(claim) && !PREFIX.test(end.slice(0, -claim.length)) && !UNOFFICIAL.test(end);
  return [1, 2].some((count) => CLAIMS.some(isJoined(words.slice(-count).join(''))));
}

function isRoleAlone(words: readonly string[]): boolean {
  const telling = words.filter((word) => !FILLERS.has(word));
  return telling.length > 0 && (telling.every((word) => STAFF.has(word)) || STAFF.has(telling.join('')));
}

function isServiceItself(words: readonly string[]): boolean {
  const after = words.flatMap((_word, at) => {
    const rest = words.slice(at).join('');
    return rest.startsWith(SERVICE) ? [rest.slice(SERVICE.length)] : [];
  });
  if (after.length === 0) return false;
  const isRole = (from: number) =>
    words.some((_word, to) => to >= from && ROLES.has(words.slice(from, to + 1).join('')));
  return (
    words.filter((word) => !FILLERS.has(word)).join('') === SERVICE ||
    after.some((rest) => ROLES.has(rest)) ||
    words.some((_word, from) => isRole(from))
  );
}
