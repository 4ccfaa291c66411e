-- What an access grant with these permissions and `given_by` allows now: not what a manager gave who is suspended or whose
-- account waits for deletion, nor what was given below it. What the owner gave stays.
CREATE OR REPLACE FUNCTION "public"."permissions_in_force"("held" text[], "givers" jsonb) RETURNS text[]
	LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE
	AS $$
BEGIN
	IF givers = '{}' THEN
		RETURN held;
	END IF;
	RETURN ARRAY(
		SELECT one.permission FROM unnest(held) WITH ORDINALITY AS one(permission, place)
		WHERE NOT EXISTS (
			SELECT FROM public.access_grants giver
			JOIN public.access_grants above ON above.id = ANY(
				CASE WHEN giver.given_by->>one.permission IS NULL THEN ARRAY[giver.id] ELSE giver.given_under || giver.id END)
			JOIN public.profiles manager ON manager.id = above.manager_profile_id
			WHERE giver.id = (givers->>one.permission)::uuid AND NOT (
				manager.deleted_at IS NULL AND manager.suspended_at IS NULL AND manager.account_is_active))
		ORDER BY one.place);
END
$$;
