-- The words of a text, and each word of 4 to 24 letters without one of them. Two words with one wrong, missing, additional or
-- exchanged letter have a form in common, which an index finds at once. An index of trigrams reads many more names.
CREATE OR REPLACE FUNCTION "public"."search_typos"("value" text) RETURNS tsvector
	LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
	AS $$
BEGIN
	RETURN (SELECT array_to_tsvector(coalesce(array_agg(form), '{}')) FROM string_to_table(public.search_words("value"), ' ') word, LATERAL (
		SELECT word WHERE word <> '' UNION ALL
		SELECT overlay(word PLACING '' FROM place FOR 1) FROM generate_series(1, length(word)) place WHERE length(word) BETWEEN 4 AND 24) forms(form));
END
$$;
