import type { z } from 'zod';
import type { PrincipalPage } from '../../areas/access/schemas.ts';
import type { ProfileWire, SingleProfileWire } from '../../areas/profiles/schemas.ts';
import { PERMISSIONS, type Permission, type PrincipalDirection, type ProfileType } from '../../core/enums.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Read } from './read.ts';

/** What somebody does for a profile, as a sentence without its beginning. */
const DOES: Record<Permission, string> = {
  posting: 'publishes posts',
  drafting: 'drafts posts',
  commenting: 'comments',
  messaging: 'reads and answers messages',
  networking: 'looks after contacts',
  following: 'follows members',
  profile_editing: 'edits the profile',
  access_management: 'decides who else acts',
};
const FEW = 6;

type Row = { profile: ProfileWire; role: string };
/**
 * `label`: in the head of the profile. `isCrowd`: only faces are shown there. `rest`: rows to show after the first ones.
 * `isCut`: there are more than the page reads.
 */
export type ActingList = {
  direction: PrincipalDirection;
  title: string;
  label: string;
  isCrowd: boolean;
  few: Row[];
  rest: Row[];
  isCut: boolean;
};

/** Who acts for a profile, and for which profiles it acts, if both made it public. */
export async function readActing(read: Read, { id, name, type }: SingleProfileWire): Promise<ActingList[]> {
  const page = await read<z.output<typeof PrincipalPage>>(`/v1/profiles/${id}/principals`, {
    limit: String(LIMITS.page.max),
  });
  const rowsOf = (wanted: PrincipalDirection): Row[] =>
    page.items
      .filter(({ direction }) => direction === wanted)
      .map(({ profile, permissions }) => ({ profile, role: roleOf(permissions) }));
  const isCut = page.next_cursor !== null;
  const list = (direction: PrincipalDirection, title: string): ActingList[] => {
    const rows = rowsOf(direction);
    if (rows.length === 0) return [];
    const isCrowd = direction === 'acted_for_by' && rows.length > 1;
    const label = labelOf(type, direction, rows);
    return [{ direction, title, label, isCrowd, few: rows.slice(0, FEW), rest: rows.slice(FEW), isCut }];
  };
  const [actsFor, actedFor] = [
    list('acts_for', `${name} acts for`),
    list('acted_for_by', type === 'company' ? `People and agents of ${name}` : `Who acts for ${name}`),
  ];
  return type === 'ai_agent' ? [...actsFor, ...actedFor] : [...actedFor, ...actsFor];
}

function labelOf(type: ProfileType, direction: PrincipalDirection, rows: readonly Row[]): string {
  if (direction === 'acts_for') return type === 'human' ? 'Works for' : 'Acts for';
  if (rows.some(({ profile }) => profile.type !== 'ai_agent')) return 'People and agents';
  return rows.length === 1 ? 'Agent' : 'Agents';
}

/** Such as `Drafts posts, which a person approves, and comments`. */
function roleOf(permissions: readonly Permission[]): string {
  if (permissions.length === PERMISSIONS.length) return 'Does everything that the owner can';
  const isReviewed = permissions.includes('drafting') && !permissions.includes('posting');
  const shown = PERMISSIONS.filter((one) => permissions.includes(one) && (one !== 'drafting' || isReviewed));
  const words = new Intl.ListFormat('en', { type: 'conjunction' }).format(shown.map((one) => DOES[one]));
  const sentence = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  return isReviewed ? `${sentence}; posts need approval` : sentence;
}
