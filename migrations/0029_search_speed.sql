-- Written by hand: the words of a search, as beginnings of words, for "search_vector". "value" is what search_words returns.
-- Skips the longest words, or takes only so many of them.
CREATE FUNCTION "public"."search_prefixes"("value" text, "operator" text, "weights" text, "skipped" integer DEFAULT 0, "most" integer DEFAULT NULL) RETURNS tsquery
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
	AS $$
BEGIN
	RETURN (SELECT to_tsquery('pg_catalog.simple', string_agg(quote_literal(word) || ':*' || "weights", "operator")) FROM (
		SELECT word FROM string_to_table("value", ' ') WITH ORDINALITY AS split(word, place) WHERE word <> ''
		ORDER BY length(word) DESC, place OFFSET "skipped" LIMIT "most") longest);
END
$$;--> statement-breakpoint
-- The words of a text, and each word of 4 to 24 letters without one of them. Two words with one wrong, missing, additional or
-- exchanged letter have a form in common, which an index finds at once. An index of trigrams reads many more names.
CREATE FUNCTION "public"."search_typos"("value" text) RETURNS tsvector
	LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
	AS $$
BEGIN
	RETURN (SELECT array_to_tsvector(coalesce(array_agg(form), '{}')) FROM string_to_table(public.search_words("value"), ' ') word, LATERAL (
		SELECT word WHERE word <> '' UNION ALL
		SELECT overlay(word PLACING '' FROM place FOR 1) FROM generate_series(1, length(word)) place WHERE length(word) BETWEEN 4 AND 24) forms(form));
END
$$;--> statement-breakpoint
-- What to look up there for a search: for its longest words, all forms. The beginning of a long word is enough. The other
-- words have to be as they are. Nothing, if all words are short.
CREATE FUNCTION "public"."search_misspelled"("value" text, "most" integer, OUT "misspelled" tsquery, OUT "others" tsquery)
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
	AS $$
DECLARE
	taken integer;
BEGIN
	SELECT string_agg('(' || (SELECT string_agg(quote_literal(form) || CASE WHEN length(word) > 5 OR form = word THEN ':*' ELSE '' END, '|')
		FROM unnest(tsvector_to_array(public.search_typos(word))) form) || ')', '&')::tsquery, count(*) INTO "misspelled", taken
	FROM (SELECT word FROM string_to_table("value", ' ') WITH ORDINALITY AS split(word, place) WHERE length(word) > 3
		ORDER BY length(word) DESC, place LIMIT "most") longest;
	"others" := public.search_prefixes("value", '&', '', taken);
END
$$;--> statement-breakpoint
-- The words and phrases of a search for posts. Each is quoted, so that only the minus sign added here is an operator.
CREATE FUNCTION "public"."search_query"("wanted" text[], "unwanted" text[]) RETURNS tsquery
	LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
	AS $$
BEGIN
	RETURN (SELECT CASE WHEN bool_or(is_wanted) THEN websearch_to_tsquery('pg_catalog.simple', string_agg(CASE WHEN is_wanted THEN '"' ELSE '-"' END || words || '"', ' ')) END
		FROM (SELECT public.search_words(term), true FROM unnest("wanted") term UNION ALL
			SELECT public.search_words(term), false FROM unnest("unwanted") term) terms(words, is_wanted)
		WHERE trim(words) <> '');
END
$$;--> statement-breakpoint
CREATE INDEX "profiles_typos_idx" ON "profiles" USING gin (search_typos(name || ' ' || call_name || ' ' || coalesce(occupation, ''))) WITH (gin_pending_list_limit=256);