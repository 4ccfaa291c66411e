ALTER TABLE "posts" ADD COLUMN "images" jsonb;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "account_is_active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
-- Written by hand: both columns are copies, so that a read needs neither the account nor another table. Triggers write them,
-- for every change of the original, also by servers of the previous version that still run.
CREATE FUNCTION "public"."copy_account_state"() RETURNS trigger LANGUAGE plpgsql VOLATILE
	AS $$
BEGIN
	UPDATE public.profiles SET account_is_active = NEW.suspended_at IS NULL AND NEW.deletion_scheduled_at IS NULL WHERE account_id = NEW.id;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "accounts_copy_state" AFTER UPDATE OF "suspended_at", "deletion_scheduled_at" ON "public"."accounts" FOR EACH ROW
	WHEN ((NEW.suspended_at IS NULL AND NEW.deletion_scheduled_at IS NULL) <> (OLD.suspended_at IS NULL AND OLD.deletion_scheduled_at IS NULL))
	EXECUTE FUNCTION "public"."copy_account_state"();--> statement-breakpoint
-- A new profile. The account of a deleted profile may be gone; then the account was scheduled for deletion before.
CREATE FUNCTION "public"."read_account_state"() RETURNS trigger LANGUAGE plpgsql VOLATILE
	AS $$
BEGIN
	NEW.account_is_active := NEW.account_id IS NOT NULL AND NOT EXISTS (SELECT FROM public.accounts a
		WHERE a.id = NEW.account_id AND (a.suspended_at IS NOT NULL OR a.deletion_scheduled_at IS NOT NULL));
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "profiles_read_account_state" BEFORE INSERT ON "public"."profiles" FOR EACH ROW EXECUTE FUNCTION "public"."read_account_state"();--> statement-breakpoint
UPDATE "profiles" pr SET "account_is_active" = false WHERE NOT EXISTS (SELECT FROM "accounts" a
	WHERE a.id = pr.account_id AND a.suspended_at IS NULL AND a.deletion_scheduled_at IS NULL);--> statement-breakpoint
-- Once for each statement that changes images. The posts are locked by then. One by one, so that no plan reads all posts.
CREATE FUNCTION "public"."copy_post_images"() RETURNS trigger LANGUAGE plpgsql VOLATILE
	AS $$
DECLARE
	changed_id uuid;
BEGIN
	FOR changed_id IN SELECT DISTINCT post_id FROM changed LOOP
		UPDATE public.posts SET images = (SELECT jsonb_agg(jsonb_build_object('id', i.id, 'blob_key', i.blob_key, 'width', i.width,
			'height', i.height, 'alt_text', i.alt_text) ORDER BY i.position) FROM public.post_images i WHERE i.post_id = changed_id)
			WHERE id = changed_id;
	END LOOP;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "post_images_copy_inserted" AFTER INSERT ON "public"."post_images" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "public"."copy_post_images"();--> statement-breakpoint
CREATE TRIGGER "post_images_copy_updated" AFTER UPDATE ON "public"."post_images" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "public"."copy_post_images"();--> statement-breakpoint
CREATE TRIGGER "post_images_copy_deleted" AFTER DELETE ON "public"."post_images" REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "public"."copy_post_images"();--> statement-breakpoint
UPDATE "posts" po SET "images" = (SELECT jsonb_agg(jsonb_build_object('id', i.id, 'blob_key', i.blob_key, 'width', i.width,
		'height', i.height, 'alt_text', i.alt_text) ORDER BY i.position) FROM "post_images" i WHERE i.post_id = po.id)
	WHERE po.id IN (SELECT post_id FROM "post_images");
