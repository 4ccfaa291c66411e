-- The counted quotes of a post that not everybody may read. A function, because a subquery would start its plan with every
-- read of a post, and few posts are quoted. The first condition on `visibility` is that of the index.
CREATE OR REPLACE FUNCTION "public"."quotes_for_some"("quoted" uuid) RETURNS int LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE
	AS $$ BEGIN
	RETURN (SELECT count(*) FROM public.posts q
		JOIN public.profiles contributor ON contributor.id = q.profile_id AND q.id > contributor.uncounted_to
		LEFT JOIN public.posts root ON root.id = q.root_post_id
		WHERE q.quoted_post_id = quoted AND q.status = 'published' AND (q.visibility <> 'public' OR q.root_post_id IS NOT NULL)
			AND coalesce(root.visibility, q.visibility) <> 'public');
END $$;
