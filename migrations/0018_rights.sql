ALTER TABLE "post_revisions" ADD COLUMN "visibility" text;--> statement-breakpoint
ALTER TABLE "access_grants" ADD COLUMN "given_by" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "access_grants_passed_on_idx" ON "access_grants" USING btree ("profile_id") WHERE given_by <> '{}' and status in ('pending', 'accepted');--> statement-breakpoint
ALTER TABLE "post_revisions" ADD CONSTRAINT "post_revisions_visibility_check" CHECK (visibility in ('public', 'members', 'contacts'));--> statement-breakpoint
-- Written by hand: which permission of an earlier grant came from which manager is not known, so that all of them count as
-- given through the grant that it was given under last.
UPDATE "access_grants" g SET "given_by" = (
	SELECT jsonb_object_agg(permission, g.given_under[array_upper(g.given_under, 1)]) FROM unnest(g.permissions) AS permission)
WHERE g.given_under <> '{}' AND g.status IN ('pending', 'accepted') AND cardinality(g.permissions) > 0;--> statement-breakpoint
-- Written by hand: the names of deleted profiles. Their keys become hashes in the job account.purge, which knows the secret key.
UPDATE "profiles" SET "username" = 'deleted' WHERE deleted_at IS NOT NULL;--> statement-breakpoint
UPDATE "usernames" u SET "username" = 'deleted' FROM "profiles" pr WHERE pr.id = u.profile_id AND pr.deleted_at IS NOT NULL;--> statement-breakpoint
-- Written by hand: a block of any profile of an account counts for the account. "a" is the profile that writes.
CREATE OR REPLACE FUNCTION "public"."blocked_for_write"("a" uuid, "b" uuid) RETURNS boolean LANGUAGE plpgsql VOLATILE STRICT
	AS $$ BEGIN
	PERFORM pg_advisory_xact_lock_shared(public.pair_lock_key(a, b));
	RETURN EXISTS (SELECT FROM public.profiles me JOIN public.profiles mine ON mine.account_id = me.account_id JOIN public.blocks bl
		ON (bl.blocker_profile_id, bl.blocked_profile_id) IN ((mine.id, b), (b, mine.id)) WHERE me.id = a);
END $$;
