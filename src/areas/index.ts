import type { Invariant } from '../db/invariants.ts';
import type { Call } from '../db/statement.ts';
import { access } from './access/area.ts';
import { account } from './account/area.ts';
import { appeals } from './appeals/area.ts';
import type { Area } from './area.ts';
import { audit } from './audit/area.ts';
import { bookmarks } from './bookmarks/area.ts';
import { contacts } from './contacts/area.ts';
import { conversations } from './conversations/area.ts';
import type { Erasure } from './erasure.ts';
import { events } from './events/area.ts';
import type { ExportSection } from './export-section.ts';
import { exports } from './exports/area.ts';
import { feed } from './feed/area.ts';
import { follows } from './follows/area.ts';
import { home } from './home/area.ts';
import { keys } from './keys/area.ts';
import { me } from './me/area.ts';
import { media } from './media/area.ts';
import { meta } from './meta/area.ts';
import { mutes } from './mutes/area.ts';
import { notifications } from './notifications/area.ts';
import { oauthGrants } from './oauth-grants/area.ts';
import type { OnEvents } from './on-events.ts';
import { operator } from './operator/area.ts';
import { posts } from './posts/area.ts';
import { profiles } from './profiles/area.ts';
import type { OnRename } from './profiles/names.ts';
import { reports } from './reports/area.ts';
import { safety } from './safety/area.ts';
import { search } from './search/area.ts';
import { taxonomies } from './taxonomies/area.ts';
import { uploads } from './uploads/area.ts';
import { verifications } from './verifications/area.ts';
import { webhooks } from './webhooks/area.ts';

/** Every area of the service, in the order in which a newcomer to the API reference needs them. */
export const areas: readonly Area[] = [
  meta,
  account,
  exports,
  keys,
  oauthGrants,
  me,
  profiles,
  verifications,
  access,
  posts,
  uploads,
  feed,
  bookmarks,
  search,
  follows,
  contacts,
  mutes,
  safety,
  reports,
  appeals,
  conversations,
  notifications,
  events,
  webhooks,
  audit,
  home,
  taxonomies,
  media,
  operator,
];

/** Rules that always hold for the data of all areas. */
export const INVARIANTS: readonly Invariant[] = areas.flatMap(({ invariants = {} }) =>
  Object.entries(invariants).map(([name, query]) => ({ name, query })),
);

/** How the areas delete their data, in the order of locks. Grants end before credentials are detached. */
export const ERASURES: readonly Erasure[] = [
  posts,
  uploads,
  bookmarks,
  feed,
  follows,
  contacts,
  mutes,
  notifications,
  safety,
  access,
  keys,
  webhooks,
  verifications,
  conversations,
  reports,
].flatMap(({ erasure }) => erasure ?? []);

export const RENAMES: readonly OnRename[] = areas.flatMap(({ onRename }) => onRename ?? []);

const dispatching = areas.flatMap(({ onEvents }) => onEvents ?? []);

export const onEvents: OnEvents = async (tx, events) => {
  const calls: Call<unknown>[] = [];
  for (const one of dispatching) calls.push(...(await one(tx, events)));
  return calls;
};

export const EXPORT_SECTIONS: readonly ExportSection[] = areas.flatMap(({ exportSections = [] }) => exportSections);

/** Fields that contain text from members, which AI agents treat as data. Tests check that no other field does. */
export const UNTRUSTED_FIELDS: readonly string[] = areas.flatMap(({ untrustedFields = [] }) => untrustedFields);
