/** Rows in whose order people type: alphabet, digits, keyboard rows (QWERTY, QWERTZ, AZERTY) and slanting columns. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '1234567890',
  '0123456789',
  '!@#$%^&*()',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
];

const RUN_LENGTH_MIN = 3;

function rowRunLength(text: string, start: number, row: string, step: 1 | -1): number {
  const first = row.indexOf(text[start]!);
  if (first < 0) return 1;
  let length = 1;
  while (start + length < text.length) {
    const at = (first + step * length) % row.length;
    if (text[start + length] !== row[at < 0 ? at + row.length : at]) break;
    length++;
  }
  return length;
}

/** How many characters from `start` are one character again and again, or follow a row forwards or backwards. */
function runLengthAt(text: string, start: number): number {
  let longest = 1;
  while (text[start + longest] === text[start]) longest++;
  for (const row of ROWS) {
    longest = Math.max(longest, rowRunLength(text, start, row, 1), rowRunLength(text, start, row, -1));
  }
  return longest;
}

/**
 * The length of a text when each run of three or more (`aaaa`, `4567`, `poiuy`) counts as two characters: where it
 * begins and how it goes on is all that a guesser has to find. Wants lower case.
 */
export function effectiveLength(text: string): number {
  let length = 0;
  for (let i = 0; i < text.length; ) {
    const run = runLengthAt(text, i);
    length += run >= RUN_LENGTH_MIN ? 2 : 1;
    i += run >= RUN_LENGTH_MIN ? run : 1;
  }
  return length;
}

/** The shortest piece that, repeated (the last time perhaps in part), makes the text; the text itself if there is none. */
export function repeatedUnit(text: string): string {
  for (let size = 1; size <= text.length / 2; size++) {
    let i = size;
    while (i < text.length && text[i] === text[i - size]) i++;
    if (i === text.length) return text.slice(0, size);
  }
  return text;
}

const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** `p@ssw0rd` as it is meant. */
export function withoutLeet(text: string): string {
  return text.replace(/[013457@$!]/g, (sign) => LEET[sign]!);
}

/** What is left of a text when all occurrences of these words are cut out, longest words first; null if none occurs. */
export function withoutWords(text: string, words: readonly string[]): string | null {
  let rest = text;
  for (const word of [...words].sort((a, b) => b.length - a.length)) rest = rest.replaceAll(word, ' ');
  return rest === text ? null : rest.replaceAll(' ', '');
}
