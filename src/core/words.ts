import { z } from 'zod';
import { LIMITS } from './limits.ts';

/** A word of a path: an id, a username, a name of an operation. What it does not name is 404, whatever it looks like. */
export function pathWord(): z.ZodString {
  return z.string().min(1).max(LIMITS.path_word.max_length);
}

/** The words of a comma-separated list, without empty ones. */
export function splitWords(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** A list of words in one query parameter, comma-separated. The words are counted before any of them is checked. */
export function commaList<Word extends z.ZodType<unknown, string>>(word: Word, max: number) {
  return z.string().min(1).max(LIMITS.query_list.max_length).transform(splitWords).pipe(z.array(word).min(1).max(max));
}

/** The last segment of a path or URL, without query and fragment; the text itself where it has no slash. */
export function lastPathWord(text: string): string | undefined {
  const [path = ''] = text.trim().split(/[?#]/, 1);
  return path.split('/').findLast((word) => word !== '');
}
