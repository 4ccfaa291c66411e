import type { ProfileType } from '../../core/enums.ts';
import { proseHtml } from './prose-html.ts';

export const KIND_WORDS: Record<ProfileType, string> = { human: 'Person', company: 'Company', ai_agent: 'AI agent' };

type Pictures = {
  source_url: string | null;
  large_url: string | null;
  medium_url: string | null;
  small_url: string | null;
};
type Themes = { light: Pictures; dark: Pictures };

export type CardProfile = {
  username: string;
  type: ProfileType;
  name: string;
  legal_name_verified: boolean;
  verified_domain: string | null;
  occupation: string | null;
  bio: string | null;
  location: { country_name: string | null; state_name: string | null; city_name: string | null };
  media: { avatar: Themes; banner: Themes };
  /** Not in a preview. */
  created_at?: string;
};

/** The card of a profile, on its public page and in the preview of the edit form. */
export type Card = {
  name: string;
  username: string;
  type: ProfileType;
  legal_name_verified: boolean;
  verified_domain: string | null;
  occupation: string | null;
  place: string | null;
  joinedAt: string | null;
  /** Escaped HTML. */
  bioHtml: string | null;
  avatar: Themes;
  banner: Themes;
};

export function cardOf(profile: CardProfile): Card {
  const { city_name, state_name, country_name } = profile.location;
  // A city-state is named once, not three times.
  const places = [...new Set([city_name, state_name, country_name])].filter((word) => word !== null);
  return {
    name: profile.name,
    username: profile.username,
    type: profile.type,
    legal_name_verified: profile.legal_name_verified,
    verified_domain: profile.verified_domain,
    occupation: profile.occupation,
    place: places.length === 0 ? null : places.join(', '),
    joinedAt: profile.created_at ?? null,
    bioHtml: profile.bio ? proseHtml(profile.bio) : null,
    avatar: profile.media.avatar,
    banner: profile.media.banner,
  };
}
