CREATE TABLE "notification_digests" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"mailed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"profile_id" uuid NOT NULL,
	"type" text NOT NULL,
	"list" boolean,
	"mail" boolean,
	CONSTRAINT "notification_preferences_pk" PRIMARY KEY("profile_id","type")
);
--> statement-breakpoint
ALTER TABLE "conversation_members" ADD COLUMN "muted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "needs_human" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "managed_profile_id" uuid;--> statement-breakpoint
ALTER TABLE "notification_digests" ADD CONSTRAINT "notification_digests_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_needs_human_idx" ON "notifications" USING btree ("profile_id","updated_at","id") WHERE needs_human and read_at is null;--> statement-breakpoint
-- Written by hand: what a profile has chosen, and notifications of messages.
CREATE OR REPLACE FUNCTION "public"."wants_notification"("recipient" uuid, "event_type" text) RETURNS boolean LANGUAGE sql STABLE
	AS $$ SELECT NOT EXISTS (SELECT FROM public.notification_preferences np
		WHERE np.profile_id = recipient AND np.type = event_type AND np.list IS FALSE) $$;--> statement-breakpoint
-- The people behind an AI agent or a company: the human profiles of its account, and human managers with "messaging".
CREATE FUNCTION "public"."human_managers"("managed" uuid, "at" timestamptz) RETURNS SETOF uuid LANGUAGE sql STABLE
	AS $$
	SELECT person.id FROM (
		SELECT own.id FROM public.profiles pr JOIN public.profiles own ON own.account_id = pr.account_id
			WHERE pr.id = managed AND pr.type <> 'human'
		UNION
		SELECT g.manager_profile_id FROM public.profiles pr JOIN public.access_grants g ON g.profile_id = pr.id
			WHERE pr.id = managed AND pr.type <> 'human' AND g.status = 'accepted' AND 'messaging' = ANY(g.permissions)
				AND (g.expires_at IS NULL OR g.expires_at > at)
	) person JOIN public.profiles one ON one.id = person.id
	WHERE one.type = 'human' AND one.deleted_at IS NULL
	ORDER BY person.id
$$;--> statement-breakpoint
-- Notifies the addressed profile, unless it has muted the conversation. A message that needs a person passes the mute and
-- also notifies the people behind the profile; their notifications name the profile that they manage.
CREATE FUNCTION "public"."notify_of_message"("recipient" uuid, "actor" uuid, "conversation" uuid, "for_human" boolean, "event_id" uuid, "at" timestamptz)
	RETURNS void LANGUAGE plpgsql VOLATILE
	AS $$
DECLARE
	acting_manager uuid := nullif(current_setting('pronet.manager_profile_id', true), '')::uuid;
	person uuid;
	-- A time-ordered id (UUIDv7) with the time of the event.
	random bytea;
BEGIN
	IF recipient IS DISTINCT FROM acting_manager AND NOT public.ignores_actor(recipient, actor)
		AND public.wants_notification(recipient, 'message.created') AND (for_human OR NOT EXISTS (
			SELECT FROM public.actors ac JOIN public.conversation_members cm ON cm.actor_id = ac.id
			WHERE ac.entity_id = recipient AND ac.type = 'profile' AND cm.conversation_id = conversation AND cm.muted_at IS NOT NULL)) THEN
		PERFORM public.notify(recipient, 'message.created', conversation, actor, conversation, event_id, at);
		IF for_human THEN
			UPDATE public.notifications n SET needs_human = true WHERE n.profile_id = recipient AND n.type = 'message.created'
				AND n.group_id = conversation AND n.read_at IS NULL AND NOT n.needs_human;
		END IF;
	END IF;
	IF NOT for_human THEN RETURN; END IF;
	FOR person IN SELECT * FROM public.human_managers(recipient, at) LOOP
		CONTINUE WHEN person = actor OR person = acting_manager OR public.ignores_actor(person, actor)
			OR NOT public.wants_notification(person, 'message.created');
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
$$;
