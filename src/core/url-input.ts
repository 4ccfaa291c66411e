import { z } from 'zod';
import { LIMITS } from './limits.ts';

/** A path segment: an id, a username or an operation name. Malformed ones are answered with 404, like unknown ones. */
export function pathSegment(): z.ZodString {
  return z.string().min(1).max(LIMITS.path_word.max_length);
}

/** Splits a comma-separated list and drops empty items. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** A comma-separated list in one query parameter. The number of items is checked before the items. */
export function commaList<Word extends z.ZodType<unknown, string>>(word: Word, max: number) {
  return z.string().min(1).max(LIMITS.query_list.max_length).transform(splitList).pipe(z.array(word).min(1).max(max));
}

/** The last segment of a path or URL, without query and fragment, or the text itself if it has no slash. */
export function lastPathSegment(text: string): string | undefined {
  const [path = ''] = text.trim().split(/[?#]/, 1);
  return path.split('/').findLast((word) => word !== '');
}
