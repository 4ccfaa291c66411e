import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { effectiveLength, repeatedUnit, withoutLeet } from './password-patterns.ts';

/** A common word plus more than this many characters counts as strong; `password` plus a date is still weak. */
const EDGE_LENGTH_MAX = 8;
const WORD_LENGTH_MIN = 4;

/** One text with `\n` around every password: 790 KB, where a Set needs megabytes. Origin: common-passwords.md. */
const common = `\n${brotliDecompressSync(readFileSync(new URL('./common-passwords.txt.br', import.meta.url))).toString('latin1')}\n`;

/** The word between digits and symbols, if these are few or form a simple sequence (`monkey987654321`). */
function coreWord(text: string): string | null {
  const [, before = '', core = '', after = ''] = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/su.exec(text) ?? [];
  return core.length >= WORD_LENGTH_MIN && effectiveLength(before + after) <= EDGE_LENGTH_MAX ? core : null;
}

/** Whether a password is common in known breaches, even repeated, in leet, or extended by a few digits and symbols. */
export function isCommonPassword(password: string): boolean {
  const folded = password.toLowerCase();
  const candidates = new Set<string>();
  for (const text of [folded, withoutLeet(folded)]) {
    candidates.add(text).add(repeatedUnit(text));
    const letters = text.replace(/[^\p{L}]/gu, '');
    if (letters.length >= WORD_LENGTH_MIN && effectiveLength(text.replace(/\p{L}/gu, '')) <= EDGE_LENGTH_MAX) {
      candidates.add(repeatedUnit(letters));
    }
  }
  const core = coreWord(folded);
  if (core !== null) {
    for (const text of [core, withoutLeet(core)]) candidates.add(text).add(repeatedUnit(text));
  }
  return [...candidates].some((text) => !text.includes('\n') && common.includes(`\n${text}\n`));
}
