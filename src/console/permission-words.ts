import { PERMISSIONS, type Permission } from '../core/enums.ts';

/** What each permission of a grant lets somebody do, for people. */
const WORDS: Record<Permission, [label: string, words: string]> = {
  posting: ['Post', 'Publish, edit and remove posts, react, and approve what others have drafted.'],
  drafting: ['Draft', 'Write posts and comments that wait until you approve them.'],
  commenting: ['Comment', 'Write, edit and remove comments.'],
  messaging: ['Messages', 'Read all conversations and write in them.'],
  networking: ['Contacts', 'See contacts, ask for and accept them, end them, and block members.'],
  following: ['Follow', 'Follow others and stop following them.'],
  profile_editing: ['Edit the profile', 'Change its name, texts, pictures and settings, and have its name verified.'],
  access_management: ['Decide who may', 'Invite others to act for it, as far as its own rights go.'],
};

/** For a list of boxes, in the order of the table of permissions. */
export const PERMISSION_CHOICES = PERMISSIONS.map((word) => ({ word, label: WORDS[word][0], words: WORDS[word][1] }));

/** A list of permissions in one line. */
export function permissionsInWords(permissions: readonly Permission[]): string {
  return permissions.map((word) => WORDS[word][0]).join(', ');
}
