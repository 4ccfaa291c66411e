import { ApiError } from '../../../core/errors.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { Refusal } from '../relation-changes.ts';

/** A path with those parts of a query that have a value. */
export function pageAddress(path: string, query: Record<string, string | undefined>): string {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) words.set(name, value);
  return words.size === 0 ? path : `${path}?${words}`;
}

type Shown = ReturnType<ConsoleContext['show']>;

/** Shows why a change was refused, above its list or alone, with the text of a refused contact request. */
export async function showRefusal(
  page: ConsoleContext,
  { problem, refused }: Refusal,
  here: string,
  showList: () => Shown,
): Shown {
  const status = { rate_limited: 429, service_unavailable: 503 }[problem.code];
  try {
    if (status === undefined) return await showList();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
  return page.show('network/refused', { title: 'Not saved', problem, refused, here }, status ?? 422);
}
