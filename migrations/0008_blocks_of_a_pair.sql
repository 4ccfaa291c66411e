-- Written by hand: the key of the lock that two profiles share, whichever of them comes first.
CREATE FUNCTION "public"."pair_lock_key"("a" uuid, "b" uuid) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	AS $$ SELECT hashtextextended('pair:' || least(a, b)::text || ':' || greatest(a, b)::text, 0) $$;--> statement-breakpoint
-- Written by hand: whether one of two blocks the other, asked by a write. It waits for who changes how the two stand to each
-- other and keeps them waiting to the end of the transaction. Volatile, so that each of its statements sees what was
-- committed before it, and not what the calling statement saw when it began.
CREATE FUNCTION "public"."blocked_for_write"("a" uuid, "b" uuid) RETURNS boolean LANGUAGE plpgsql VOLATILE STRICT
	AS $$ BEGIN
	PERFORM pg_advisory_xact_lock_shared(public.pair_lock_key(a, b));
	RETURN EXISTS (SELECT FROM public.blocks WHERE blocker_profile_id = a AND blocked_profile_id = b)
		OR EXISTS (SELECT FROM public.blocks WHERE blocker_profile_id = b AND blocked_profile_id = a);
END $$;--> statement-breakpoint
CREATE INDEX "blocks_blocker_idx" ON "blocks" USING btree ("blocker_profile_id","created_at","blocked_profile_id");