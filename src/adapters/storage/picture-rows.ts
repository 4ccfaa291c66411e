import { type SQL, sql } from '../../db/drizzle.ts';

/** File names in SQL: the name of a size is that of the image with a suffix before the extension. */

/** The set of all files of a profile's image, from its bare key. Needs an alias. */
export const filesOfPicture = (key: SQL): SQL => sql`unnest(array[${key}, replace(${key}, '.webp', '-large.webp'),
  replace(${key}, '.webp', '-medium.webp'), replace(${key}, '.webp', '-small.webp')])`;

/** The bare key of the image that a file belongs to. */
export const pictureOfFile = (file: SQL): SQL => sql`regexp_replace(${file}, '-(large|medium|small)\\.webp$', '.webp')`;

/** Condition: the profile `pr` shows the image with this bare key. Each column has an index. */
export const showsPicture = (key: SQL): SQL =>
  sql`(pr.avatar_light = ${key} or pr.avatar_dark = ${key} or pr.banner_light = ${key} or pr.banner_dark = ${key})`;
