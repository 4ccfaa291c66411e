-- A row if "recipient" has turned off the notifications of ordinary messages of the conversation.
CREATE OR REPLACE FUNCTION "public"."conversation_mutes"("recipient" uuid, "conversation" uuid) RETURNS SETOF boolean
	LANGUAGE sql STABLE
	AS $$
SELECT true FROM public.conversation_members cm JOIN public.actors ac ON ac.id = cm.actor_id
WHERE cm.conversation_id = "conversation" AND ac.entity_id = "recipient" AND ac.type = 'profile' AND cm.muted_at IS NOT NULL
$$;
