-- The words and phrases of a search for posts. Each is quoted, so that only the minus sign added here is an operator.
CREATE OR REPLACE FUNCTION "public"."search_query"("wanted" text[], "unwanted" text[]) RETURNS tsquery
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
	AS $$
BEGIN
	RETURN (SELECT CASE WHEN bool_or(is_wanted) THEN websearch_to_tsquery('pg_catalog.simple', string_agg(CASE WHEN is_wanted THEN '"' ELSE '-"' END || words || '"', ' ')) END
		FROM (SELECT public.search_words(term), true FROM unnest("wanted") term UNION ALL
			SELECT public.search_words(term), false FROM unnest("unwanted") term) terms(words, is_wanted)
		WHERE trim(words) <> '');
END
$$;
