-- Notifies a profile of the account when its webhook is disabled: one whose events the webhook sends, else any.
CREATE FUNCTION "public"."notify_of_webhook"() RETURNS trigger LANGUAGE plpgsql VOLATILE
	AS $$
DECLARE
	recipient uuid;
BEGIN
	SELECT pr.id INTO recipient FROM public.profiles pr
		LEFT JOIN public.webhooks w ON w.id = NEW.object_id AND pr.id = ANY(w.profile_ids)
		WHERE pr.account_id = NEW.account_id AND pr.deleted_at IS NULL ORDER BY w.id IS NULL, pr.id LIMIT 1;
	IF recipient IS NOT NULL AND public.wants_notification(recipient, NEW.type) THEN
		PERFORM public.notify(recipient, NEW.type, NEW.object_id, NULL, NEW.object_id, NEW.id, NEW.created_at);
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "events_notify_of_webhook" AFTER INSERT ON "public"."events" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	WHEN (NEW.type = 'webhook.disabled') EXECUTE FUNCTION "public"."notify_of_webhook"();
