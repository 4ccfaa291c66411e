import type { ActingProfile } from './acting-profile.ts';
import type { ConsoleContext } from './console-context.ts';

/** Reads what public pages show, as the acting profile sees it. */
export function readerFor(page: ConsoleContext, acting: ActingProfile | null) {
  return <D>(path: string, query: Record<string, string | undefined> = {}) =>
    page.call<D>('GET', path, { query, ...(acting ? { profileId: acting.profile.id } : {}) });
}

/** Redirects to the right spelling of an address, or to the new one of a profile. */
export function moved({ reply }: ConsoleContext, path: string) {
  return reply.header('Cache-Control', 'no-store').redirect(path, 302);
}
