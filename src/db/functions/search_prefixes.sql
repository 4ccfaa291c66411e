-- Skips the longest words, or takes only so many of them.
CREATE OR REPLACE FUNCTION "public"."search_prefixes"("value" text, "operator" text, "weights" text, "skipped" integer DEFAULT 0, "most" integer DEFAULT NULL) RETURNS tsquery
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
	AS $$
BEGIN
	RETURN (SELECT to_tsquery('pg_catalog.simple', string_agg(quote_literal(word) || ':*' || "weights", "operator")) FROM (
		SELECT word FROM string_to_table("value", ' ') WITH ORDINALITY AS split(word, place) WHERE word <> ''
		ORDER BY length(word) DESC, place OFFSET "skipped" LIMIT "most") longest);
END
$$;
