-- Takes actors out of notifications, in the order of their profiles and groups, and removes those without any left.
-- Null: every object, every recipient, every type.
CREATE OR REPLACE FUNCTION "public"."withdraw_notifications"("chosen" uuid[], "actor" uuid, "object" uuid DEFAULT NULL) RETURNS void
	LANGUAGE plpgsql VOLATILE
	AS $$
DECLARE
	locked uuid[];
BEGIN
	IF chosen = '{}' THEN RETURN; END IF;
	locked := ARRAY(SELECT n.id FROM public.notifications n WHERE n.id = ANY(chosen) ORDER BY n.profile_id, n.group_id, n.id FOR UPDATE);
	WITH removed AS (
		DELETE FROM public.notification_actors a WHERE a.notification_id = ANY(locked) AND a.actor_profile_id = actor
			AND (object IS NULL OR a.object_id = object)
	)
	DELETE FROM public.notifications n WHERE n.id = ANY(locked) AND NOT EXISTS (SELECT FROM public.notification_actors a
		WHERE a.notification_id = n.id AND (a.actor_profile_id <> actor OR a.object_id <> object) OFFSET 0);
END
$$;
