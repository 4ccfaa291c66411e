import { DELETED_USERNAME } from '../../core/username.ts';
import { presentViewer } from '../relations/present.ts';
import type { ViewerRow } from '../relations/viewer.ts';
import { countryName, stateName } from '../taxonomies/places.ts';
import type { CompactProfileRow, ProfileRow } from './columns.ts';
import { presentAvatar, presentMedia } from './present-pictures.ts';
import type { ProfileFactsRow, SettingsRow } from './queries.ts';
import type { CompactProfileWire, ProfileWire, SingleProfileWire } from './schemas.ts';

/** What the URLs of a profile start with; both are part of the configuration. */
export type ProfileAddresses = { webUrl: string; baseUrl: string };

/** The URL of a profile's public page. */
function profileUrl(webUrl: string, username: string): string {
  return `${webUrl}/@${username}`;
}

/** Replaces the name of a deleted or hidden profile. */
export const DELETED_NAME = 'Deleted member';

/** What the compact form shows of a deleted or hidden profile, apart from its id and its type. */
export const NO_MEMBER = {
  username: DELETED_USERNAME,
  profile_name: DELETED_NAME,
  legal_name_verified: false,
  verified_domain: null,
  occupation: null,
  avatar_light: null,
  avatar_dark: null,
} satisfies Partial<CompactProfileRow>;

/** What is shown of a deleted or hidden profile: its id and type. Both look the same. */
export function withoutMember(row: ProfileRow): ProfileRow {
  return {
    ...row,
    ...NO_MEMBER,
    call_name: 'Deleted',
    active_plan: 'core',
    country_code: null,
    state_code: null,
    city_name: null,
    bio: null,
    banner_light: null,
    banner_dark: null,
    profile_updated_at: row.profile_created_at,
  };
}

/** A profile on the wire. `viewer` is null without a viewer. */
export function presentProfile(
  row: ProfileRow,
  addresses: ProfileAddresses,
  viewer: ProfileWire['viewer'] = null,
): ProfileWire {
  return {
    id: row.profile_id,
    url: profileUrl(addresses.webUrl, row.username),
    username: row.username,
    type: row.profile_type,
    name: row.profile_name,
    call_name: row.call_name,
    legal_name_verified: row.legal_name_verified,
    verified_domain: row.verified_domain,
    active_plan: row.active_plan,
    occupation: row.occupation,
    location: {
      country_code: row.country_code,
      country_name: countryName(row.country_code),
      state_code: row.state_code,
      state_name: stateName(row.country_code, row.state_code),
      city_name: row.city_name,
    },
    bio: row.bio,
    created_at: row.profile_created_at.toISOString(),
    updated_at: row.profile_updated_at.toISOString(),
    media: presentMedia(row, addresses.baseUrl),
    viewer,
  };
}

/** A profile in short, as notifications, the home overview and expanded events contain it. */
export function presentCompactProfile(row: CompactProfileRow, { baseUrl }: ProfileAddresses): CompactProfileWire {
  return {
    id: row.profile_id,
    username: row.username,
    type: row.profile_type,
    name: row.profile_name,
    legal_name_verified: row.legal_name_verified,
    verified_domain: row.verified_domain,
    occupation: row.occupation,
    avatar_url: presentAvatar(row, baseUrl),
  };
}

/** Presents a profile in one of its forms. */
export type ProfilePresenter<P> = (row: ProfileRow & ViewerRow, addresses: ProfileAddresses) => P;

/** A profile in a list or within another object, with its relation to the acting profile, if there is one. */
export function presentListedProfile(row: ProfileRow & ViewerRow, addresses: ProfileAddresses): ProfileWire {
  return presentProfile(row, addresses, row.viewer_is_self === null ? null : presentViewer(row));
}

type SingleContext = { viewer?: ProfileWire['viewer']; own: boolean };

/** A profile as the whole response, with its counts. Only its own side sees the number of contacts. */
export function presentSingleProfile(
  row: ProfileRow & ProfileFactsRow,
  addresses: ProfileAddresses,
  { viewer = null, own }: SingleContext,
): SingleProfileWire {
  return {
    ...presentProfile(row, addresses, viewer),
    followers_count: row.followers_count,
    following_count: row.following_count,
    posts_count: row.posts_count,
    contacts_count: own ? row.contacts_count : null,
    indexable: row.profile_indexable,
    operated_by:
      row.operator_profile_id === null
        ? null
        : {
            profile_id: row.operator_profile_id,
            username: row.operator_username!,
            legal_name_verified: row.operator_legal_name_verified!,
            verified_domain: row.operator_verified_domain,
          },
  };
}

export function presentSettings(row: SettingsRow) {
  return { profile_id: row.id, indexable: row.indexable, inbox_policy: row.inbox_policy };
}
