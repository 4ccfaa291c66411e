ALTER TABLE "posts" ADD COLUMN "removal_note" text;--> statement-breakpoint
-- Notifies the author of a post that the operator removes.
CREATE FUNCTION "public"."notify_of_removal"() RETURNS trigger LANGUAGE plpgsql VOLATILE
	AS $$
BEGIN
	IF NOT public.declines_notification(NEW.profile_id, NEW.type, NULL) THEN
		PERFORM public.notify(NEW.profile_id, NEW.type, NEW.object_id, NULL, NEW.object_id, NEW.id, NEW.created_at);
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "events_notify_of_removal" AFTER INSERT ON "public"."events" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	WHEN (NEW.type = 'post.removed' AND NEW.data->>'removed_by' = 'operator') EXECUTE FUNCTION "public"."notify_of_removal"();
