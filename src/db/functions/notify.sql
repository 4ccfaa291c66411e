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
$$;
