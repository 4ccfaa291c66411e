-- Whether "recipient" can see a published post. Blocks between its author and the recipient are checked before.
CREATE OR REPLACE FUNCTION "public"."sees_published_post"("recipient" uuid, "post" uuid) RETURNS boolean LANGUAGE sql STABLE
	AS $$ SELECT EXISTS (
		SELECT FROM public.posts po
		CROSS JOIN LATERAL (SELECT coalesce(po.root_post_id, po.id) AS id) seen
		JOIN public.posts root ON root.id = seen.id
		WHERE po.id = post AND po.status = 'published' AND (root.visibility = 'public' OR root.profile_id = recipient
			OR NOT EXISTS (SELECT FROM public.blocks bl WHERE (bl.blocker_profile_id, bl.blocked_profile_id)
				IN ((recipient, root.profile_id), (root.profile_id, recipient)))
			AND (root.visibility = 'members' OR EXISTS (SELECT FROM public.contacts co
				WHERE co.owner_entity_id = root.profile_id AND co.contact_entity_id = recipient))))
$$;
