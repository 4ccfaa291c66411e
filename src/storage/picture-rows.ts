import { type SQL, sql } from 'drizzle-orm';

/** What SQL must know of the names of files: a size's name is that of its picture with a word before the ending. */

/** A set of all files of a profile's picture, from its bare key; to be given an alias. */
export const filesOfPicture = (key: SQL): SQL => sql`unnest(array[${key}, replace(${key}, '.webp', '-large.webp'),
  replace(${key}, '.webp', '-medium.webp'), replace(${key}, '.webp', '-small.webp')])`;

/** The bare key of the picture that a file belongs to. */
export const pictureOfFile = (file: SQL): SQL => sql`regexp_replace(${file}, '-(large|medium|small)\\.webp$', '.webp')`;

/** Condition: the profile `pr` shows the picture of this bare key. Each column has its index. */
export const showsPicture = (key: SQL): SQL =>
  sql`(pr.avatar_light = ${key} or pr.avatar_dark = ${key} or pr.banner_light = ${key} or pr.banner_dark = ${key})`;
