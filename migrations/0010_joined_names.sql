CREATE OR REPLACE FUNCTION "public"."search_names"("value" text) RETURNS text
	LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
	AS $$
DECLARE
	words CONSTANT text := public.search_words("value", true);
	parts CONSTANT text[] := string_to_array(trim(regexp_replace(public.search_words("value"), '\s+', ' ', 'g')), ' ');
BEGIN
	-- Scripts without spaces: the pairs of letters across a space or a sign.
	IF "value" ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]' THEN
		RETURN words || ' ' || public.search_words(regexp_replace("value", '[\s.\u00b7\u2010-\u2027\u30fb\uff65-]+', '', 'g'));
	END IF;
	RETURN concat_ws(' ', words,
		(SELECT string_agg(array_to_string(parts[place:place + 3], ''), ' ') FROM generate_series(1, least(cardinality(parts) - 1, 8)) place),
		(SELECT string_agg(substr(part, 3), ' ') FROM unnest(parts) part WHERE part ~ '^\u0627\u0644..'));
END
$$;--> statement-breakpoint
ALTER TABLE "profiles" drop column "search_vector";--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "search_vector" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('pg_catalog.simple', search_names(name)), 'A') || setweight(to_tsvector('pg_catalog.simple', search_names(call_name)), 'B') || setweight(to_tsvector('pg_catalog.simple', search_names(username)), 'C') || setweight(to_tsvector('pg_catalog.simple', search_words(coalesce(occupation, ''), true)), 'D')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX profiles_words_idx ON public.profiles USING gin (search_vector) WITH (gin_pending_list_limit='256');
