CREATE TABLE "notification_actors" (
	"notification_id" uuid NOT NULL,
	"actor_profile_id" uuid NOT NULL,
	"object_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notification_actors_pk" PRIMARY KEY("notification_id","actor_profile_id","object_id")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"profile_id" uuid NOT NULL,
	"type" text NOT NULL,
	"group_id" uuid NOT NULL,
	"read_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notification_actors" ADD CONSTRAINT "notification_actors_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_actors_actor_idx" ON "notification_actors" USING btree ("actor_profile_id","object_id");--> statement-breakpoint
CREATE INDEX "notifications_profile_idx" ON "notifications" USING btree ("profile_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "notifications_group_idx" ON "notifications" USING btree ("group_id","profile_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_unread_unique" ON "notifications" USING btree ("profile_id","type","group_id") WHERE read_at is null;--> statement-breakpoint
-- Written by hand: notifications are made from events, in the transaction of the change. The triggers run at the commit, so
-- locks of notifications come after all others. Those who add to a group lock its row "for key share" and don't wait for
-- each other; marking it as read and removing it lock it "for update" and wait for them, as they do in turn.
--
-- Whether a profile wants to be notified of events of this type.
CREATE FUNCTION "public"."wants_notification"("recipient" uuid, "event_type" text) RETURNS boolean LANGUAGE sql STABLE
	AS $$ SELECT true $$;--> statement-breakpoint
-- Whether "recipient" can see a published post. Blocks between its author and the recipient are checked before.
CREATE FUNCTION "public"."sees_published_post"("recipient" uuid, "post" uuid) RETURNS boolean LANGUAGE sql STABLE
	AS $$ SELECT EXISTS (
		SELECT FROM public.posts po
		CROSS JOIN LATERAL (SELECT coalesce(po.root_post_id, po.id) AS id) seen
		JOIN public.posts root ON root.id = seen.id
		WHERE po.id = post AND po.status = 'published' AND (root.visibility = 'public' OR root.profile_id = recipient
			OR NOT EXISTS (SELECT FROM public.blocks bl WHERE (bl.blocker_profile_id, bl.blocked_profile_id)
				IN ((recipient, root.profile_id), (root.profile_id, recipient)))
			AND (root.visibility = 'members' OR EXISTS (SELECT FROM public.contacts co
				WHERE co.owner_entity_id = root.profile_id AND co.contact_entity_id = recipient))))
$$;--> statement-breakpoint
-- Whether "recipient" does not want to hear of "actor": it muted it, or a block lies between it and the actor's account.
CREATE FUNCTION "public"."ignores_actor"("recipient" uuid, "actor" uuid) RETURNS boolean LANGUAGE plpgsql STABLE
	AS $$
DECLARE
	account uuid[] := ARRAY(SELECT own.id FROM public.profiles one JOIN public.profiles own ON own.account_id = one.account_id
		WHERE one.id = actor);
BEGIN
	RETURN EXISTS (SELECT FROM public.mutes WHERE muter_profile_id = recipient AND muted_profile_id = actor)
		OR EXISTS (SELECT FROM public.blocks WHERE blocker_profile_id = recipient AND blocked_profile_id = ANY(account))
		OR EXISTS (SELECT FROM public.blocks WHERE blocked_profile_id = recipient AND blocker_profile_id = ANY(account));
END
$$;--> statement-breakpoint
-- Adds an event to the unread notification of its group, or creates one. A profile that is being deleted gets none.
CREATE FUNCTION "public"."notify"("recipient" uuid, "event_type" text, "grouped_by" uuid, "actor" uuid, "object" uuid, "event_id" uuid, "at" timestamptz)
	RETURNS void LANGUAGE plpgsql VOLATILE
	AS $$
DECLARE
	notified uuid;
BEGIN
	LOOP
		SELECT n.id INTO notified FROM public.notifications n
			WHERE n.profile_id = recipient AND n.type = event_type AND n.group_id = grouped_by AND n.read_at IS NULL
			FOR KEY SHARE;
		EXIT WHEN FOUND;
		PERFORM FROM public.profiles pr WHERE pr.id = recipient AND pr.deleted_at IS NULL FOR KEY SHARE SKIP LOCKED;
		IF NOT FOUND THEN RETURN; END IF;
		INSERT INTO public.notifications (id, profile_id, type, group_id, created_at, updated_at)
			VALUES (event_id, recipient, event_type, grouped_by, at, at)
			ON CONFLICT (profile_id, type, group_id) WHERE read_at IS NULL DO NOTHING
			RETURNING id INTO notified;
		EXIT WHEN FOUND;
	END LOOP;
	IF actor IS NOT NULL THEN
		INSERT INTO public.notification_actors (notification_id, actor_profile_id, object_id, created_at)
			VALUES (notified, actor, object, at) ON CONFLICT DO NOTHING;
	END IF;
	-- Whoever holds the row has just set the same time.
	UPDATE public.notifications SET updated_at = at WHERE id = (
		SELECT n.id FROM public.notifications n WHERE n.id = notified AND n.updated_at < at FOR NO KEY UPDATE SKIP LOCKED);
END
$$;--> statement-breakpoint
-- Takes actors out of notifications, in the order of their profiles and ids, and removes those without any left.
-- Null: every object, every recipient, every type.
CREATE FUNCTION "public"."withdraw_notifications"("chosen" uuid[], "actor" uuid, "object" uuid DEFAULT NULL) RETURNS void
	LANGUAGE plpgsql VOLATILE
	AS $$
DECLARE
	locked uuid[] := ARRAY(SELECT n.id FROM public.notifications n WHERE n.id = ANY(chosen) ORDER BY n.profile_id, n.id FOR UPDATE);
BEGIN
	DELETE FROM public.notification_actors a WHERE a.notification_id = ANY(locked) AND a.actor_profile_id = actor
		AND (object IS NULL OR a.object_id = object);
	DELETE FROM public.notifications n WHERE n.id = ANY(locked)
		AND NOT EXISTS (SELECT FROM public.notification_actors a WHERE a.notification_id = n.id);
END
$$;
--> statement-breakpoint
CREATE FUNCTION "public"."notify_of_event"() RETURNS trigger LANGUAGE plpgsql VOLATILE
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
			RETURN NULL;
		WHEN 'comment.created' THEN grouped_by := (NEW.data->>'reply_to_post_id')::uuid;
		WHEN 'follow.created' THEN grouped_by := recipient;
		WHEN 'message.created' THEN
			object := (NEW.data->>'conversation_id')::uuid;
			grouped_by := object;
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
$$;--> statement-breakpoint
-- What a profile did itself does not notify it. Some events of its own log concern what others have been told before, or
-- what its managers did in its name.
CREATE CONSTRAINT TRIGGER "events_notify" AFTER INSERT ON "public"."events" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	WHEN (NEW.type IN ('post.removed', 'post.approval_requested', 'profile.deleted', 'api_key.revoked')
		OR NEW.profile_id IS DISTINCT FROM NEW.actor_profile_id AND NEW.type IN ('reaction.changed', 'comment.created',
			'quote.created', 'mention.created', 'post.returned', 'post.published', 'follow.created', 'follow.removed',
			'contact_request.created', 'contact_request.accepted', 'contact_request.rejected', 'contact_request.withdrawn',
			'contact_request.expired', 'message.created', 'message.deleted', 'access_grant.invited', 'access_grant.resent',
			'access_grant.accepted', 'access_grant.declined', 'access_grant.updated', 'access_grant.revoked',
			'access_grant.expired', 'profile.verified', 'verification.rejected', 'report.settled'))
	EXECUTE FUNCTION "public"."notify_of_event"();
