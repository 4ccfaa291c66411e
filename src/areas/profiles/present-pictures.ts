import { publicMediaUrl } from '../../adapters/storage/media-signing.ts';
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
  const shown = presentPicture(light ?? dark, baseUrl);
  if (light !== null && dark !== null) return { light: shown, dark: presentPicture(dark, baseUrl), fallback: null };
  return { light: shown, dark: shown, fallback: light === dark ? null : light === null ? 'light' : 'dark' };
}

export function presentMedia(row: PictureRow, baseUrl: string): Media {
  return {
    avatar: presentThemes(row.avatar_light, row.avatar_dark, baseUrl),
    banner: presentThemes(row.banner_light, row.banner_dark, baseUrl),
  };
}

type AvatarRow = Pick<PictureRow, 'avatar_light' | 'avatar_dark'>;
const mediumUrl = (key: string | null, baseUrl: string) => key && publicMediaUrl(baseUrl, key, 'medium');

/** The avatar of 256 px for a light background, for profiles in the compact form. */
export function presentAvatar({ avatar_light, avatar_dark }: AvatarRow, baseUrl: string): string | null {
  return mediumUrl(avatar_light ?? avatar_dark, baseUrl);
}

/** The avatars of an actor for both themes. */
export function presentAvatars(
  row: AvatarRow,
  baseUrl: string,
): { avatar_url: string | null; dark_avatar_url: string | null } {
  return {
    avatar_url: presentAvatar(row, baseUrl),
    dark_avatar_url: mediumUrl(row.avatar_dark ?? row.avatar_light, baseUrl),
  };
}
