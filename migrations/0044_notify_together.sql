-- Written by hand: notifies of the changes that several members make at once in one query, instead of several queries for each.
--
-- The conditions are functions that Postgres inlines into the queries that use them.
--
-- A row if "recipient" does not want to hear of events of this type, or of "actor": it muted it, or a block lies between it
-- and the actor's account. Most profiles have no block at all: then the account is not looked up.
CREATE FUNCTION "public"."notification_refusals"("recipient" uuid, "event_type" text, "actor" uuid) RETURNS SETOF boolean
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
$$;--> statement-breakpoint
-- A row if "recipient" has turned off the notifications of ordinary messages of the conversation.
CREATE FUNCTION "public"."conversation_mutes"("recipient" uuid, "conversation" uuid) RETURNS SETOF boolean
	LANGUAGE sql STABLE
	AS $$
SELECT true FROM public.conversation_members cm JOIN public.actors ac ON ac.id = cm.actor_id
WHERE cm.conversation_id = "conversation" AND ac.entity_id = "recipient" AND ac.type = 'profile' AND cm.muted_at IS NOT NULL
$$;--> statement-breakpoint
-- A row if "recipient" has been notified of what "actor" did with the post. The first event about a post decides: a mention in
-- a comment on one's own post is one notification.
CREATE FUNCTION "public"."post_notifications"("recipient" uuid, "actor" uuid, "post" uuid) RETURNS SETOF boolean
	LANGUAGE sql STABLE
	AS $$
SELECT true FROM public.notification_actors a JOIN public.notifications n ON n.id = a.notification_id
WHERE a.actor_profile_id = "actor" AND a.object_id = "post" AND n.profile_id = "recipient"
	AND n.type IN ('reaction.changed', 'comment.created', 'quote.created', 'mention.created')
$$;--> statement-breakpoint
-- Adds each event to the unread notification of its group, or creates one. A profile that is being deleted gets none. Returns the
-- places of the added events, in no particular order. Others may have changed the notification of the rest at this moment.
CREATE FUNCTION "public"."add_notifications"("event_type" text, "recipients" uuid[], "groups" uuid[], "actors" uuid[], "objects" uuid[], "event_ids" uuid[], "times" timestamptz[])
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
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "public"."notify"("recipient" uuid, "event_type" text, "grouped_by" uuid, "actor" uuid, "object" uuid, "event_id" uuid, "at" timestamptz)
	RETURNS void LANGUAGE plpgsql VOLATILE
	AS $$
BEGIN
	LOOP
		EXIT WHEN public.add_notifications(event_type, ARRAY[recipient], ARRAY[grouped_by], ARRAY[actor], ARRAY[object], ARRAY[event_id],
			ARRAY["at"]) <> '{}';
		PERFORM FROM public.profiles pr WHERE pr.id = recipient AND pr.deleted_at IS NULL FOR KEY SHARE SKIP LOCKED;
		EXIT WHEN NOT FOUND;
	END LOOP;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "public"."notify_of_message"("recipient" uuid, "actor" uuid, "conversation" uuid, "for_human" boolean, "event_id" uuid, "at" timestamptz)
	RETURNS void LANGUAGE plpgsql VOLATILE
	AS $$
DECLARE
	acting_manager uuid := nullif(current_setting('pronet.manager_profile_id', true), '')::uuid;
	person uuid;
	-- A time-ordered id (UUIDv7) with the time of the event.
	random bytea;
BEGIN
	IF recipient IS DISTINCT FROM acting_manager AND NOT EXISTS (SELECT FROM public.notification_refusals(recipient, 'message.created', actor)) THEN
		IF NOT for_human AND EXISTS (SELECT FROM public.conversation_mutes(recipient, conversation)) THEN
			RETURN;
		END IF;
		PERFORM public.notify(recipient, 'message.created', conversation, actor, conversation, event_id, at);
		IF for_human THEN
			UPDATE public.notifications n SET needs_human = true WHERE n.profile_id = recipient AND n.type = 'message.created'
				AND n.group_id = conversation AND n.read_at IS NULL AND NOT n.needs_human;
		END IF;
	END IF;
	IF NOT for_human THEN RETURN; END IF;
	FOR person IN SELECT * FROM public.human_managers(recipient, at) LOOP
		CONTINUE WHEN person = actor OR person = acting_manager OR EXISTS (SELECT FROM public.notification_refusals(person, 'message.created', actor));
		random := overlay(uuid_send(gen_random_uuid()) PLACING substring(uuid_send(event_id) FROM 1 FOR 6) FROM 1 FOR 6);
		random := set_byte(random, 6, get_byte(random, 6) & 15 | 112);
		PERFORM public.notify(person, 'message.created', conversation, actor, conversation, encode(random, 'hex')::uuid, at);
		UPDATE public.notifications n SET needs_human = true, managed_profile_id = recipient
			WHERE n.profile_id = person AND n.type = 'message.created' AND n.group_id = conversation AND n.read_at IS NULL
				AND n.managed_profile_id IS DISTINCT FROM recipient;
	END LOOP;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "public"."notify_of_event"() RETURNS trigger LANGUAGE plpgsql VOLATILE
	AS $$
DECLARE
	-- The first event about a post decides: a mention in a comment on one's own post is one notification.
	of_post CONSTANT text[] := '{reaction.changed,comment.created,quote.created,mention.created}';
	recipient uuid := NEW.profile_id;
	actor uuid := NEW.actor_profile_id;
	object uuid := NEW.object_id;
	grouped_by uuid := NEW.object_id;
BEGIN
	-- "notify_together" has done it.
	IF current_setting('pronet.notified', true) = 'true' THEN RETURN NULL; END IF;
	CASE NEW.type
		WHEN 'message.created' THEN
			PERFORM public.notify_of_message(recipient, actor, (NEW.data->>'conversation_id')::uuid,
				(NEW.data->>'needs_human')::boolean, NEW.id, NEW.created_at);
			RETURN NULL;
		WHEN 'reaction.changed' THEN
			IF NOT (NEW.data->>'active')::boolean THEN
				PERFORM public.withdraw_notifications(ARRAY(SELECT n.id FROM public.notifications n
					JOIN public.notification_actors a ON a.notification_id = n.id
					WHERE a.actor_profile_id = actor AND a.object_id = object AND n.type = NEW.type), actor, object);
				RETURN NULL;
			END IF;
		WHEN 'follow.removed' THEN
			IF NEW.data->>'followed_profile_id' = recipient::text THEN
				actor := (NEW.data->>'follower_profile_id')::uuid;
				PERFORM public.withdraw_notifications(ARRAY(SELECT a.notification_id FROM public.notification_actors a
					WHERE a.actor_profile_id = actor AND a.object_id = object), actor, object);
			END IF;
			RETURN NULL;
		WHEN 'post.removed' THEN
			PERFORM public.withdraw_notifications(ARRAY(SELECT n.id FROM public.notifications n
				JOIN public.notification_actors a ON a.notification_id = n.id
				WHERE a.actor_profile_id = recipient AND a.object_id = object AND n.type = ANY(of_post)), recipient, object);
			DELETE FROM public.notifications n WHERE n.group_id = object AND n.profile_id = recipient
				AND n.type IN ('reaction.changed', 'post.approval_requested');
			RETURN NULL;
		WHEN 'message.deleted' THEN
			DELETE FROM public.notifications n WHERE n.group_id = (NEW.data->>'conversation_id')::uuid
				AND n.managed_profile_id = recipient AND n.read_at IS NULL AND NOT EXISTS (
					SELECT FROM public.messages m WHERE m.conversation_id = n.group_id AND m.sender_actor_id = (
						SELECT ac.id FROM public.actors ac WHERE ac.entity_id = actor AND ac.type = 'profile')
						AND m.needs_human AND m.deleted_at IS NULL AND m.created_at >= n.created_at - interval '10 seconds');
			DELETE FROM public.notifications n WHERE n.group_id = (NEW.data->>'conversation_id')::uuid AND n.profile_id = recipient
				AND n.read_at IS NULL AND NOT EXISTS (
					SELECT FROM public.conversation_members cm JOIN public.actors ac ON ac.id = cm.actor_id
					WHERE cm.conversation_id = n.group_id AND ac.entity_id = recipient AND cm.unread_count > 0);
			RETURN NULL;
		WHEN 'contact_request.withdrawn', 'contact_request.expired' THEN
			DELETE FROM public.notifications n WHERE n.group_id = object AND n.profile_id = recipient
				AND n.type = 'contact_request.created';
			RETURN NULL;
		WHEN 'profile.deleted' THEN
			PERFORM public.withdraw_notifications(ARRAY(SELECT DISTINCT a.notification_id FROM public.notification_actors a
				WHERE a.actor_profile_id = object), object);
			DELETE FROM public.notifications n WHERE n.profile_id = object;
			DELETE FROM public.notification_preferences np WHERE np.profile_id = object;
			RETURN NULL;
		WHEN 'comment.created' THEN grouped_by := (NEW.data->>'reply_to_post_id')::uuid;
		WHEN 'follow.created' THEN grouped_by := recipient;
		WHEN 'post.approval_requested' THEN
			SELECT po.manager_profile_id INTO actor FROM public.posts po WHERE po.id = object;
		WHEN 'api_key.revoked' THEN
			IF NEW.data->>'revoked_by' = 'session' THEN RETURN NULL; END IF;
			SELECT pr.id INTO recipient FROM public.profiles pr
				LEFT JOIN public.credential_profiles cp ON cp.profile_id = pr.id AND cp.credential_id = object
				WHERE pr.account_id = NEW.account_id AND pr.deleted_at IS NULL ORDER BY cp.profile_id IS NULL, pr.id LIMIT 1;
		WHEN 'webhook.disabled' THEN
			SELECT pr.id INTO recipient FROM public.profiles pr
				LEFT JOIN public.webhooks w ON w.id = object AND pr.id = ANY(w.profile_ids)
				WHERE pr.account_id = NEW.account_id AND pr.deleted_at IS NULL ORDER BY w.id IS NULL, pr.id LIMIT 1;
		ELSE
	END CASE;
	IF recipient IS NULL OR recipient = nullif(current_setting('pronet.manager_profile_id', true), '')::uuid
		OR EXISTS (SELECT FROM public.notification_refusals(recipient, NEW.type, actor)) THEN
		RETURN NULL;
	END IF;
	IF NEW.type = ANY(of_post) THEN
		IF EXISTS (SELECT FROM public.post_notifications(recipient, actor, object)) THEN
			RETURN NULL;
		END IF;
		IF NEW.type <> 'reaction.changed' AND NOT public.sees_published_post(recipient, object) THEN
			RETURN NULL;
		END IF;
	END IF;
	PERFORM public.notify(recipient, NEW.type, grouped_by, actor, object, NEW.id, NEW.created_at);
	RETURN NULL;
END
$$;--> statement-breakpoint
-- Notifies of all events of one transaction that concern others than their actors. All are of one type: reactions, or messages
-- that ask for no person.
CREATE FUNCTION "public"."notify_together"("times" timestamptz[], "ids" uuid[]) RETURNS void LANGUAGE plpgsql VOLATILE
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
$$;--> statement-breakpoint
DROP FUNCTION "public"."declines_notification"(uuid, text, uuid);
