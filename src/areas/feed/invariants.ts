/** Rules of this area's data. Each query selects violations, by ids only. */
export const invariants: Readonly<Record<string, string>> = {
  feed_entries_have_stored_feeds: `select distinct en.profile_id as id from feed_entries en
    where not exists (select from stored_feeds sf where sf.profile_id = en.profile_id)`,
  stored_feeds_have_progress: 'select profile_id as id from stored_feeds where not exists (select from feed_progress)',
};
