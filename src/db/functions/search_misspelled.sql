-- What to look up there for a search: for its longest words, all forms. The beginning of a long word is enough. The other
-- words have to be as they are. Nothing, if all words are short.
CREATE OR REPLACE FUNCTION "public"."search_misspelled"("value" text, "most" integer, OUT "misspelled" tsquery, OUT "others" tsquery)
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
$$;
