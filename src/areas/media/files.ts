/** Every file of post pictures, profile pictures and exports, with its owner. */
export const FILES = `select id as owner_id, blob_key as file from post_images
  union all select pr.id, replace(picture, '.webp', size || '.webp') from profiles pr
    cross join unnest(array[pr.avatar_light, pr.avatar_dark, pr.banner_light, pr.banner_dark]) as picture
    cross join unnest(array['', '-large', '-medium', '-small']) as size where picture is not null
  union all select id, blob_key from exports where blob_key is not null`;
