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
$$;

CREATE CONSTRAINT TRIGGER events_notify AFTER INSERT ON public.events DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW WHEN (public.event_notifies(NEW.type, NEW.profile_id, NEW.actor_profile_id))
	EXECUTE FUNCTION public.notify_of_event();
