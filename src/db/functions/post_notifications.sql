-- A row if "recipient" has been notified of what "actor" did with the post. The first event about a post decides: a mention in
-- a comment on one's own post is one notification.
CREATE OR REPLACE FUNCTION "public"."post_notifications"("recipient" uuid, "actor" uuid, "post" uuid) RETURNS SETOF boolean
	LANGUAGE sql STABLE
	AS $$
SELECT true FROM public.notification_actors a JOIN public.notifications n ON n.id = a.notification_id
WHERE a.actor_profile_id = "actor" AND a.object_id = "post" AND n.profile_id = "recipient"
	AND n.type IN ('reaction.changed', 'comment.created', 'quote.created', 'mention.created')
$$;
