-- The people behind an AI agent or a company: the human profiles of its account, and human managers with "messaging".
CREATE OR REPLACE FUNCTION "public"."human_managers"("managed" uuid, "at" timestamptz) RETURNS SETOF uuid LANGUAGE sql STABLE
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
$$;
