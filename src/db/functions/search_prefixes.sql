-- Words as beginnings of words. A word and the next one are also found as one, as `mac donald` in MacDonald, except in scripts
-- without spaces. Skips the longest words, or takes only so many of them.
CREATE OR REPLACE FUNCTION "public"."search_prefixes"("value" text, "operator" text, "weights" text, "skipped" integer DEFAULT 0, "most" integer DEFAULT NULL) RETURNS tsquery
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
	AS $$
DECLARE
	joins CONSTANT boolean := "value" !~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]';
BEGIN
	RETURN (SELECT to_tsquery('pg_catalog.simple', string_agg((
			SELECT '(' || string_agg(quote_literal(form) || ':*' || "weights", '|') || ')' FROM unnest(forms) form WHERE form IS NOT NULL
		), "operator")) FROM (
		SELECT ARRAY[word, CASE WHEN joins THEN lag(word) OVER places || word END, CASE WHEN joins THEN word || lead(word) OVER places END] AS forms
		FROM string_to_table("value", ' ') WITH ORDINALITY AS split(word, place) WHERE word <> ''
		WINDOW places AS (ORDER BY place) ORDER BY length(word) DESC, place OFFSET "skipped" LIMIT "most") longest);
END
$$;
