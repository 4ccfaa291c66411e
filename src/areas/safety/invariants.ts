export const invariants: Readonly<Record<string, string>> = {
  blocked_profiles_are_not_connected: `select b.blocker_profile_id, b.blocked_profile_id from blocks b
    where exists (select 1 from follows f where (f.follower_profile_id, f.followed_profile_id)
        in ((b.blocker_profile_id, b.blocked_profile_id), (b.blocked_profile_id, b.blocker_profile_id)))
      or exists (select 1 from contacts c where c.owner_entity_id = b.blocker_profile_id and c.contact_entity_id = b.blocked_profile_id)`,
};
