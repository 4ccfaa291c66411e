-- Written by hand: about how many published posts a query finds, as the planner estimates it from the statistics that ANALYZE
-- collects. It reads no post. Volatile, because only such functions may run EXPLAIN.
CREATE FUNCTION "public"."search_estimate"("query" tsquery) RETURNS integer
	LANGUAGE plpgsql STRICT
	AS $$
DECLARE
	plan json;
BEGIN
	EXECUTE format('EXPLAIN (FORMAT JSON) SELECT FROM public.posts WHERE status = ''published'' AND search_vector @@ %L::tsquery', "query") INTO plan;
	RETURN plan->0->'Plan'->>'Plan Rows';
END
$$;--> statement-breakpoint
-- What to look up in the index of words for a search of posts: the rarest of its words, as few as "most" matches need. A
-- frequent word next to a rare one takes the index longer than comparing the posts. "matches" is how many posts have them.
CREATE FUNCTION "public"."search_rarest"("wanted" text[], "most" integer, OUT "words" tsquery, OUT "matches" integer)
	LANGUAGE plpgsql
	AS $$
DECLARE
	word tsquery;
	posts integer;
	every tsquery;
BEGIN
	FOR word, posts IN
		SELECT one, public.search_estimate(one) FROM (
			SELECT plainto_tsquery('pg_catalog.simple', lexeme) AS one, length(lexeme) AS letters
			FROM unnest(to_tsvector('pg_catalog.simple', (SELECT string_agg(public.search_words(term), ' ') FROM unnest("wanted") term)))
			ORDER BY letters DESC, lexeme LIMIT 8) longest
		ORDER BY 2, letters DESC
	LOOP
		every := coalesce(every && word, word);
		IF "words" IS NOT NULL THEN
			posts := public.search_estimate(every);
		END IF;
		IF "words" IS NULL OR posts < "matches" / 2 THEN
			"words" := every;
		END IF;
		"matches" := posts;
		EXIT WHEN posts <= "most";
	END LOOP;
END
$$;
