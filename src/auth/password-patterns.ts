/** Sequences that people type: alphabet, digits, keyboard rows (QWERTY, QWERTZ, AZERTY) and diagonals. */
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

/** The length of the run at `start`: one character repeated, or a part of a row forwards or backwards. */
function runLengthAt(text: string, start: number): number {
  let longest = 1;
  while (text[start + longest] === text[start]) longest++;
  for (const row of ROWS) {
    longest = Math.max(longest, rowRunLength(text, start, row, 1), rowRunLength(text, start, row, -1));
  }
  return longest;
}

/** The length of a lower-case text in which each run of three or more (`aaaa`, `4567`, `poiuy`) counts as two. */
export function effectiveLength(text: string): number {
  let length = 0;
  for (let i = 0; i < text.length; ) {
    const run = runLengthAt(text, i);
    length += run >= RUN_LENGTH_MIN ? 2 : 1;
    i += run >= RUN_LENGTH_MIN ? run : 1;
  }
  return length;
}

/** The shortest unit whose repetition (the last one possibly cut off) gives the text, or the text itself. */
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

/** Replaces leet characters by letters: `p@ssw0rd` becomes `password`. */
export function withoutLeet(text: string): string {
  return text.replace(/[013457@$!]/g, (character) => LEET[character]!);
}

/** Removes all occurrences of these words, longest first; null if none occurs. */
export function withoutWords(text: string, words: readonly string[]): string | null {
  let rest = text;
  for (const word of [...words].sort((a, b) => b.length - a.length)) rest = rest.replaceAll(word, ' ');
  return rest === text ? null : rest.replaceAll(' ', '');
}
