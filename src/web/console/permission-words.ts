import { PERMISSIONS, type Permission } from '../../core/enums.ts';

/** The permissions of an access grant, described for people. */
const WORDS: Record<Permission, [label: string, words: string]> = {
  posting: ['Post', 'Publish, edit and remove posts, react to posts, and approve drafts.'],
  drafting: ['Draft', 'Write posts and comments that need your approval.'],
  commenting: ['Comment', 'Write, edit and remove comments.'],
  messaging: ['Messages', 'Read all conversations and send messages.'],
  networking: ['Contacts', 'See, request, accept and remove contacts, and block members.'],
  following: ['Follow', 'Follow and unfollow members.'],
  profile_editing: ['Edit profile', 'Change its name, texts, pictures and settings, and request verification.'],
  access_management: [
    'Manage access',
    'Invite others to act for the profile, with no more than their own permissions.',
  ],
};

/** The checkboxes of a form, in the order of `PERMISSIONS`. */
export const PERMISSION_CHOICES = PERMISSIONS.map((word) => ({ word, label: WORDS[word][0], words: WORDS[word][1] }));

/** The labels of permissions, in one line. */
export function permissionsInWords(permissions: readonly Permission[]): string {
  return permissions.map((word) => WORDS[word][0]).join(', ');
}
