CREATE OR REPLACE FUNCTION "public"."blocked_for_write"("a" uuid, "b" uuid) RETURNS boolean LANGUAGE plpgsql VOLATILE STRICT
	AS $$ BEGIN
	PERFORM pg_advisory_xact_lock_shared(public.pair_lock_key(a, b));
	RETURN EXISTS (SELECT FROM public.profiles me JOIN public.profiles mine ON mine.account_id = me.account_id JOIN public.blocks bl
		ON (bl.blocker_profile_id, bl.blocked_profile_id) IN ((mine.id, b), (b, mine.id)) WHERE me.id = a);
END $$;
