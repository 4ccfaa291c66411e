-- Notes a version for the functions that earlier migrations created, so that the server replaces or drops them.
DO $$
DECLARE
	made regprocedure;
BEGIN
	FOR made IN SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND obj_description(oid, 'pg_proc') IS NULL
		AND proname IN ('add_notifications', 'blocked_for_write', 'conversation_mutes', 'copy_account_state', 'copy_post_images',
			'event_notifies', 'fold_text', 'human_managers', 'notification_refusals', 'notify', 'notify_of_event',
			'notify_of_message', 'notify_together', 'pair_lock_key', 'post_notifications', 'read_account_state', 'refuse',
			'search_estimate', 'search_misspelled', 'search_prefixes', 'search_query', 'search_rarest', 'search_typos',
			'search_words', 'sees_published_post', 'withdraw_notifications')
	LOOP
		EXECUTE format('COMMENT ON FUNCTION %s IS %L', made, '0000000000000000');
	END LOOP;
END
$$;
