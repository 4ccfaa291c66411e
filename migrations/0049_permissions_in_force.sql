/*
 * What an access grant allows now: of its permissions not those that a manager gave who is suspended or whose account waits
 * for deletion, nor what was given below it. What the owner gave stays.
 */
create function permissions_in_force(held access_grants) returns text[]
  language plpgsql stable strict parallel safe
  as $$
    begin
      if held.given_by = '{}' then
        return held.permissions;
      end if;
      return array(
        select one.permission from unnest(held.permissions) with ordinality as one(permission, place)
        where not exists (
          select from access_grants giver
          join access_grants above on above.id = any(
            case when giver.given_by->>one.permission is null then array[giver.id] else giver.given_under || giver.id end)
          join profiles manager on manager.id = above.manager_profile_id
          where giver.id = (held.given_by->>one.permission)::uuid and not (
            manager.deleted_at is null and manager.suspended_at is null and manager.account_is_active))
        order by one.place);
    end
  $$;
