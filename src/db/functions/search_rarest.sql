-- The same result without a query for a single word, which most searches are.
CREATE OR REPLACE FUNCTION "public"."search_rarest"("wanted" text[], "most" integer, OUT "words" tsquery, OUT "matches" integer)
	LANGUAGE plpgsql
	AS $$
DECLARE
	term text;
	folded text;
	lexemes text[];
	word tsquery;
	posts integer;
	every tsquery;
BEGIN
	FOREACH term IN ARRAY "wanted" LOOP
		folded := concat(folded, ' ', public.search_words(term));
	END LOOP;
	lexemes := tsvector_to_array(to_tsvector('pg_catalog.simple', folded));
	IF cardinality(lexemes) = 1 THEN
		"words" := plainto_tsquery('pg_catalog.simple', lexemes[1]);
		"matches" := public.search_estimate("words");
		RETURN;
	END IF;
	FOR word, posts IN
		SELECT one, public.search_estimate(one) FROM (
			SELECT plainto_tsquery('pg_catalog.simple', lexeme) AS one, length(lexeme) AS letters FROM unnest(lexemes) lexeme
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
