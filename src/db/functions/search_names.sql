-- The words of a name, and for each of them its beginning without the signs and spaces behind it: `stjohn`, `jeanluc` and
-- `darc` find St. John and Jean-Luc d’Arc. Arabic words are found without their article too.
CREATE OR REPLACE FUNCTION "public"."search_names"("value" text) RETURNS text
	LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
	AS $$
DECLARE
	folded CONSTANT text := public.fold_text("value");
	words CONSTANT text := public.search_words(folded, true);
	parts CONSTANT text[] := string_to_array(trim(regexp_replace(public.search_words(folded), '\s+', ' ', 'g')), ' ');
BEGIN
	-- Scripts without spaces: the pairs of letters across a space or a sign.
	IF folded ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]' THEN
		RETURN words || ' ' || public.search_words(regexp_replace(folded, '[\s.\u00b7\u2010-\u2027\u30fb\uff65-]+', '', 'g'));
	END IF;
	RETURN concat_ws(' ', words,
		(SELECT string_agg(array_to_string(parts[place:place + 3], ''), ' ') FROM generate_series(1, least(cardinality(parts) - 1, 8)) place),
		(SELECT string_agg(substr(part, 3), ' ') FROM unnest(parts) part WHERE part ~ '^\u0627\u0644..'));
END
$$;
