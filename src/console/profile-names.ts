import type { ManagedProfile } from './visit.ts';

/** What profiles of a key or an app are called, for who reads a list of rights. */
export function profileNames(ids: readonly string[], profiles: readonly ManagedProfile[]): string[] {
  return ids.map((id) => {
    const known = profiles.find(({ profile }) => profile.id === id);
    return known ? `@${known.profile.username}` : `another (${id})`;
  });
}
