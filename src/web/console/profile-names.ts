import type { ManagedProfile } from './console-context.ts';

/** The usernames of the profiles attached to a key or an app; the id of a profile that the person does not manage. */
export function profileNames(ids: readonly string[], profiles: readonly ManagedProfile[]): string[] {
  return ids.map((id) => {
    const known = profiles.find(({ profile }) => profile.id === id);
    return known ? `@${known.profile.username}` : `another (${id})`;
  });
}
