import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { effectiveLength, repeatedUnit, withoutLeet } from './password-patterns.ts';

/** A common word plus more than this many characters counts as strong; `password` plus a date is still weak. */
const EDGE_LENGTH_MAX = 8;
const WORD_LENGTH_MIN = 4;

let list: Promise<string> | undefined;

/** One text with `\n` around every password: 790 KB, where a Set needs megabytes. Origin: common-passwords.md. */
function loadList(): Promise<string> {
  list ??= readFile(new URL('./common-passwords.txt.br', import.meta.url))
    .then((bytes) => promisify(brotliDecompress)(bytes))
    .then((text) => `\n${text.toString('latin1')}\n`)
    .catch((error: unknown) => {
      // Don't cache a failure, such as running out of descriptors: try again the next time.
      list = undefined;
      throw error;
    });
  return list;
}

/** The word between digits and symbols, if these are few or form a simple sequence (`monkey987654321`). */
function coreWord(text: string): string | null {
  const [, before = '', core = '', after = ''] = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/su.exec(text) ?? [];
  return core.length >= WORD_LENGTH_MIN && effectiveLength(before + after) <= EDGE_LENGTH_MAX ? core : null;
}

/** Whether a password is common in known breaches, even repeated, in leet, or extended by a few digits and symbols. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const common = await loadList();
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
