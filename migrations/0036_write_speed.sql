-- Written by hand: Postgres prepares the condition of a trigger again for each statement that writes events. A call is prepared
-- much faster than a list of types, and one trigger faster than two.
CREATE FUNCTION "public"."event_notifies"("event_type" text, "profile" uuid, "actor" uuid) RETURNS boolean LANGUAGE plpgsql IMMUTABLE
	AS $$
BEGIN
	RETURN CASE WHEN profile IS DISTINCT FROM actor THEN "event_type" IN ('reaction.changed', 'comment.created', 'quote.created',
			'mention.created', 'post.returned', 'post.published', 'follow.created', 'follow.removed', 'contact_request.created',
			'contact_request.accepted', 'contact_request.rejected', 'contact_request.withdrawn', 'contact_request.expired',
			'message.created', 'message.deleted', 'access_grant.invited', 'access_grant.resent', 'access_grant.accepted',
			'access_grant.declined', 'access_grant.updated', 'access_grant.revoked', 'access_grant.expired', 'profile.verified',
			'verification.rejected', 'report.settled') ELSE false END
		OR "event_type" IN ('post.removed', 'post.approval_requested', 'profile.deleted', 'api_key.revoked', 'webhook.disabled');
END
$$;--> statement-breakpoint
-- Now also notifies a profile of the account when its webhook is disabled: one whose events the webhook sends, else any.
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
	CASE NEW.type
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
		WHEN 'message.created' THEN
			PERFORM public.notify_of_message(recipient, actor, (NEW.data->>'conversation_id')::uuid,
				(NEW.data->>'needs_human')::boolean, NEW.id, NEW.created_at);
			RETURN NULL;
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
		OR actor IS NOT NULL AND public.ignores_actor(recipient, actor)
		OR NOT public.wants_notification(recipient, NEW.type) THEN
		RETURN NULL;
	END IF;
	IF NEW.type = ANY(of_post) THEN
		IF EXISTS (SELECT FROM public.notification_actors a JOIN public.notifications n ON n.id = a.notification_id
				WHERE a.actor_profile_id = actor AND a.object_id = object AND n.profile_id = recipient AND n.type = ANY(of_post))
			OR NEW.type <> 'reaction.changed' AND NOT public.sees_published_post(recipient, object) THEN
			RETURN NULL;
		END IF;
	END IF;
	PERFORM public.notify(recipient, NEW.type, grouped_by, actor, object, NEW.id, NEW.created_at);
	RETURN NULL;
END
$$;--> statement-breakpoint
DROP TRIGGER "events_notify" ON "public"."events";--> statement-breakpoint
DROP TRIGGER "events_notify_of_webhook" ON "public"."events";--> statement-breakpoint
DROP FUNCTION "public"."notify_of_webhook"();--> statement-breakpoint
-- What a profile did itself does not notify it. Some events of its own log concern what others have been told before, or
-- what its managers did in its name.
CREATE CONSTRAINT TRIGGER "events_notify" AFTER INSERT ON "public"."events" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	WHEN (public.event_notifies(NEW.type, NEW.profile_id, NEW.actor_profile_id)) EXECUTE FUNCTION "public"."notify_of_event"();--> statement-breakpoint
-- The same words as before, without the slow steps that most texts don't need.
CREATE OR REPLACE FUNCTION "public"."search_words"("value" text, "with_letters" boolean DEFAULT false) RETURNS text
	LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
	AS $$
DECLARE
	unspaced CONSTANT text := '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3100-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]';
	words text;
	pairs text;
	letters text;
BEGIN
	IF octet_length("value") = length("value") THEN
		RETURN regexp_replace(lower("value"), '[^a-z0-9]+', ' ', 'g');
	END IF;
	words := public.fold_text(CASE WHEN "value" IS NFKC NORMALIZED THEN "value" ELSE normalize("value", NFKC) END);
	IF octet_length(words) = length(words) THEN
		RETURN regexp_replace(words, '[^a-z0-9]+', ' ', 'g');
	END IF;
	-- Arabic letters lose hamza, vowel signs and elongation. Soft hyphens and word joiners disappear.
	words := translate(words,
		U&'\0623\0625\0622\0671\0649\0629\0624\0626\064B\064C\064D\064E\064F\0650\0651\0652\0670\0640\00AD\2060\FEFF',
		U&'\0627\0627\0627\0627\064A\0647\0648\064A');
	words := regexp_replace(words, '[\u0001-\u002f\u003a-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05f3\u05f4\u0609-\u060d\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e4f\u0e5a\u0e5b\u104a-\u104f\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30a0\u30fb\ufe00-\ufe6f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\ufff0-\uffff\U0001f000-\U0001faff]+', ' ', 'g');
	IF words !~ unspaced THEN
		RETURN words;
	END IF;
	SELECT string_agg(CASE
			WHEN NOT is_unspaced THEN letter
			WHEN is_followed THEN ' ' || letter || next_letter || ' '
			WHEN follows THEN ' '
			ELSE ' ' || letter || ' '
		END, '' ORDER BY place), string_agg(letter, ' ' ORDER BY place) FILTER (WHERE is_unspaced)
	INTO pairs, letters
	FROM (
		SELECT letter, place, is_unspaced, lead(letter) OVER places AS next_letter,
			coalesce(lead(is_unspaced) OVER places, false) AS is_followed, coalesce(lag(is_unspaced) OVER places, false) AS follows
		FROM (
			SELECT letter, place, letter ~ unspaced AS is_unspaced
			FROM string_to_table(words, NULL) WITH ORDINALITY AS split(letter, place)
		) marked
		WINDOW places AS (ORDER BY place)
	) neighbors;
	RETURN CASE WHEN with_letters THEN pairs || ' ' || letters ELSE pairs END;
END
$$;
