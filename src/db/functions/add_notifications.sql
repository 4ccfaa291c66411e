-- Adds each event to the unread notification of its group, or creates one. A profile that is being deleted gets none. Returns the
-- places of the added events, in no particular order. Others may have changed the notification of the rest at this moment.
CREATE OR REPLACE FUNCTION "public"."add_notifications"("event_type" text, "recipients" uuid[], "groups" uuid[], "actors" uuid[], "objects" uuid[], "event_ids" uuid[], "times" timestamptz[])
	RETURNS bigint[] LANGUAGE plpgsql VOLATILE
	AS $$
DECLARE
	places bigint[];
BEGIN
	WITH event AS MATERIALIZED (
		SELECT * FROM unnest("recipients", "groups", "actors", "objects", "event_ids", "times") WITH ORDINALITY
			AS one(recipient, grouped_by, actor, object, id, at, place)
		ORDER BY recipient, grouped_by
	), unread AS MATERIALIZED (
		SELECT n.id, e.place, e.actor, e.object, e.at FROM event e
		CROSS JOIN LATERAL (SELECT n.id FROM public.notifications n
			WHERE n.profile_id = e.recipient AND n.type = "event_type" AND n.group_id = e.grouped_by AND n.read_at IS NULL FOR KEY SHARE) n
	), moved AS (
		-- Whoever holds the row has just set the same time.
		UPDATE public.notifications n SET updated_at = newer.at FROM (
			SELECT latest.id, latest.at FROM (SELECT id, max(at) AS at FROM unread GROUP BY id) latest
			CROSS JOIN LATERAL (SELECT FROM public.notifications n WHERE n.id = latest.id AND n.updated_at < latest.at
				FOR NO KEY UPDATE SKIP LOCKED) held) newer
		WHERE n.id = newer.id
	), created AS (
		INSERT INTO public.notifications (id, profile_id, type, group_id, created_at, updated_at)
		SELECT DISTINCT ON (e.recipient, e.grouped_by) e.id, e.recipient, "event_type", e.grouped_by, e.at, e.at FROM event e
		CROSS JOIN LATERAL (SELECT FROM public.profiles pr WHERE pr.id = e.recipient AND pr.deleted_at IS NULL FOR KEY SHARE SKIP LOCKED) pr
		WHERE NOT EXISTS (SELECT FROM unread u WHERE u.place = e.place)
		ORDER BY e.recipient, e.grouped_by, e.at DESC
		ON CONFLICT (profile_id, type, group_id) WHERE read_at IS NULL DO NOTHING
		RETURNING id, profile_id, group_id
	), known AS MATERIALIZED (
		SELECT * FROM unread UNION ALL
		SELECT c.id, e.place, e.actor, e.object, e.at FROM created c JOIN event e ON e.recipient = c.profile_id AND e.grouped_by = c.group_id
	), added AS (
		INSERT INTO public.notification_actors (notification_id, actor_profile_id, object_id, created_at)
		SELECT id, actor, object, at FROM known WHERE actor IS NOT NULL ON CONFLICT DO NOTHING
	)
	SELECT coalesce(array_agg(place), '{}') INTO places FROM known;
	RETURN places;
END
$$;
