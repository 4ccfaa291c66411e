import { publicMediaUrl } from '../../storage/media-signing.ts';
import type { PictureRow } from './columns.ts';
import type { ProfileWire } from './schemas.ts';

type Media = ProfileWire['media'];
type Picture = Media['avatar']['light'];

const noPicture: Picture = { source_url: null, large_url: null, medium_url: null, small_url: null };

function presentPicture(key: string | null, baseUrl: string): Picture {
  if (key === null) return noPicture;
  return {
    source_url: publicMediaUrl(baseUrl, key),
    large_url: publicMediaUrl(baseUrl, key, 'large'),
    medium_url: publicMediaUrl(baseUrl, key, 'medium'),
    small_url: publicMediaUrl(baseUrl, key, 'small'),
  };
}

/** A theme without its own picture uses the other theme's. */
function presentThemes(light: string | null, dark: string | null, baseUrl: string): Media['avatar'] {
  return { light: presentPicture(light ?? dark, baseUrl), dark: presentPicture(dark ?? light, baseUrl) };
}

/** All pictures of a profile, in both themes and all sizes. */
export function presentMedia(row: PictureRow, baseUrl: string): Media {
  return {
    avatar: presentThemes(row.avatar_light, row.avatar_dark, baseUrl),
    banner: presentThemes(row.banner_light, row.banner_dark, baseUrl),
  };
}

/** One avatar of 256 px: for actors, and for profiles in the compact form. */
export function presentAvatars(
  row: Pick<PictureRow, 'avatar_light' | 'avatar_dark'>,
  baseUrl: string,
): { avatar_url: string | null; dark_avatar_url: string | null } {
  const { light, dark } = presentThemes(row.avatar_light, row.avatar_dark, baseUrl);
  return { avatar_url: light.medium_url, dark_avatar_url: dark.medium_url };
}
