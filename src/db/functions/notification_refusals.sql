-- A row if "recipient" does not want to hear of events of this type, or of "actor": it muted it, or a block lies between it
-- and the actor's account. Most profiles have no block at all: then the account is not looked up. Postgres inlines it.
CREATE OR REPLACE FUNCTION "public"."notification_refusals"("recipient" uuid, "event_type" text, "actor" uuid) RETURNS SETOF boolean
	LANGUAGE sql STABLE
	AS $$
SELECT true WHERE CASE
	WHEN EXISTS (SELECT FROM public.mutes WHERE muter_profile_id = "recipient" AND muted_profile_id = "actor")
		OR EXISTS (SELECT FROM public.notification_preferences np
			WHERE np.profile_id = "recipient" AND np.type = "event_type" AND np.list IS FALSE) THEN true
	WHEN EXISTS (SELECT FROM public.blocks WHERE blocker_profile_id = "recipient")
		OR EXISTS (SELECT FROM public.blocks WHERE blocked_profile_id = "recipient") THEN EXISTS (
			SELECT FROM public.profiles one JOIN public.profiles own ON own.account_id = one.account_id
			JOIN public.blocks b ON b.blocker_profile_id = "recipient" AND b.blocked_profile_id = own.id
				OR b.blocked_profile_id = "recipient" AND b.blocker_profile_id = own.id
			WHERE one.id = "actor")
	ELSE false
END
$$;
