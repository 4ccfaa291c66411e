import { ROLE_WORDS } from './reserved-usernames.ts';
import { usernameLook } from './username.ts';

/** What the service calls itself on its pages and in mails. */
export const SERVICE_NAME = 'pronet';

/**
 * Characters that look like a Latin letter, from the confusables of Unicode (UTS #39): capitals too, because some look like
 * another letter than in lower case. Accents and styled letters need no entry, because NFKD takes them apart.
 */
// cspell:disable
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'аАαΑɑᴀ@4',
  b: 'ВΒʙЬ',
  c: 'сСϲϹᴄ',
  d: 'ԁԀđᴅ',
  e: 'еЕεΕҽєɛᴇ3',
  f: 'ϝƒғꜰ',
  g: 'ɡցɢԍ',
  h: 'һНΗհʜ',
  i: 'іІιΙıɩɪӏӀł|!',
  k: 'кКκΚᴋ',
  m: 'мМΜᴍ',
  n: 'ոΝɴηпŋ',
  o: 'оОοΟօσøᴏ〇',
  p: 'рРρΡᴘ',
  r: 'гʀᴦ',
  s: 'ѕЅꜱʂ$5',
  t: 'тТτΤᴛŧ7',
  u: 'υսᴜ',
  v: 'νѵᴠ',
  w: 'ԝѡᴡ',
  y: 'уУγΥүʏ',
};
// cspell:enable
const LATIN = new Map(Object.entries(LOOK_ALIKES).flatMap(([letter, alike]) => [...alike].map((one) => [one, letter])));

/** What the words of a name look like, in Latin letters. */
function looksOf(name: string): string[] {
  const letters = name.normalize('NFKD').replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '');
  const latin = letters.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').replace(/./gu, (sign) => LATIN.get(sign) ?? sign);
  return latin.split(/[^\p{L}\p{N}]+/u).map((word) => usernameLook(word.toLowerCase()));
}

const SERVICE = usernameLook(SERVICE_NAME);
const ROLES = new Set(ROLE_WORDS.map(usernameLook).filter((role) => role !== SERVICE));

/**
 * Whether a name imitates the service: its name alone, or with a role of its staff ("Pronet Support", "The official ProNet team"),
 * in any spacing and with letters of other scripts. Other words are fine: "Pronet Solutions".
 */
export function imitatesService(name: string): boolean {
  const words = looksOf(name);
  const after = words.flatMap((_word, at) => {
    const rest = words.slice(at).join('');
    return rest.startsWith(SERVICE) ? [rest.slice(SERVICE.length)] : [];
  });
  if (after.length === 0) return false;
  const isRole = (from: number) =>
    words.some((_word, to) => to >= from && ROLES.has(words.slice(from, to + 1).join('')));
  return (
    words.join('') === SERVICE || after.some((rest) => ROLES.has(rest)) || words.some((_word, from) => isRole(from))
  );
}
