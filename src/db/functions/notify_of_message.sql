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
$$;
