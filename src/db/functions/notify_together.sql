-- Notifies of all events of one transaction that concern others than their actors. All are of one type: reactions, or messages
-- that ask for no person.
CREATE OR REPLACE FUNCTION "public"."notify_together"("times" timestamptz[], "ids" uuid[]) RETURNS void LANGUAGE plpgsql VOLATILE
	AS $$
DECLARE
	event_type text;
	recipients uuid[];
	groups uuid[];
	actors uuid[];
	objects uuid[];
	event_ids uuid[];
	event_times timestamptz[];
	added bigint[];
BEGIN
	PERFORM set_config('pronet.notified', 'true', true);
	SELECT max(type), array_agg(profile_id), array_agg(grouped_by), array_agg(actor_profile_id), array_agg(object),
		array_agg(id), array_agg(created_at)
	INTO event_type, recipients, groups, actors, objects, event_ids, event_times
	FROM (
		SELECT e.id, e.created_at, e.type, e.profile_id, e.actor_profile_id, grouped.by AS grouped_by,
			CASE e.type WHEN 'message.created' THEN grouped.by ELSE e.object_id END AS object
		FROM unnest("times", "ids") AS one(at, id)
		CROSS JOIN LATERAL (SELECT * FROM public.events ev WHERE ev.created_at = one.at AND ev.id = one.id OFFSET 0) e
		CROSS JOIN LATERAL (SELECT CASE e.type WHEN 'message.created' THEN (e.data->>'conversation_id')::uuid ELSE e.object_id END) AS grouped(by)
		WHERE NOT EXISTS (SELECT FROM public.notification_refusals(e.profile_id, e.type, e.actor_profile_id))
			AND CASE e.type
				WHEN 'message.created' THEN NOT EXISTS (SELECT FROM public.conversation_mutes(e.profile_id, grouped.by))
				ELSE NOT EXISTS (SELECT FROM public.post_notifications(e.profile_id, e.actor_profile_id, e.object_id))
			END
		ORDER BY e.profile_id, grouped.by
	) wanted;
	IF recipients IS NULL THEN RETURN; END IF;
	added := public.add_notifications(event_type, recipients, groups, actors, objects, event_ids, event_times);
	FOR place IN 1 .. cardinality(recipients) LOOP
		IF place <> ALL(added) THEN
			PERFORM public.notify(recipients[place], event_type, groups[place], actors[place], objects[place], event_ids[place],
				event_times[place]);
		END IF;
	END LOOP;
END
$$;
