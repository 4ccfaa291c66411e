CREATE OR REPLACE FUNCTION "public"."fold_text"("value" text) RETURNS text
	LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
	AS $$
DECLARE
	folded text;
BEGIN
	IF octet_length("value") = length("value") THEN
		RETURN lower("value" COLLATE "C");
	END IF;
	folded := regexp_replace("value", '[\u00ad\u034f\u061c\u180b-\u180f\u200d-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]+|(?<=[\u0900-\u0dff])\u200c+|(?<=[lL])\u00b7(?=[lL])', '', 'g');
	IF folded IS NOT NFC NORMALIZED THEN
		folded := normalize(folded, NFC);
	END IF;
	folded := public.unaccent('public.unaccent', folded);
	IF octet_length(folded) = length(folded) THEN
		RETURN lower(folded COLLATE "C");
	END IF;
	IF folded IS NOT NFKC NORMALIZED THEN
		folded := normalize(folded, NFKC);
	END IF;
	folded := lower(public.unaccent('public.unaccent', folded));
	IF folded ~ '[\u0590-\u1059\u17e0-\u17e9]' THEN
		folded := translate(regexp_replace(folded, '[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u093c\u0a3c\u0abc]+', '', 'g'),
			U&'\0623\0625\0622\0671\0649\06CC\06D2\0629\06C0\06C1\06C2\06C3\06D5\0624\0626\06A9\0901\0929\0931\0934' || '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯๐๑๒๓๔๕๖๗๘๙໐໑໒໓໔໕໖໗໘໙၀၁၂၃၄၅၆၇၈၉០១២៣៤៥៦៧៨៩',
			U&'\0627\0627\0627\0627\064A\064A\064A\0647\0647\0647\0647\0647\0647\0648\064A\0643\0902\0928\0930\0933' || repeat('0123456789', 15));
	END IF;
	RETURN folded;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "public"."search_words"("value" text, "with_letters" boolean DEFAULT false) RETURNS text
	LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
	AS $$
DECLARE
	unspaced CONSTANT text := '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3100-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]';
	words text;
	pairs text;
	letters text;
BEGIN
	words := public.fold_text("value");
	IF octet_length(words) = length(words) THEN
		RETURN regexp_replace(words, '[^a-z0-9 ]+', ' ', 'g');
	END IF;
	words := regexp_replace(words, '[\u0001-\u001f\u0021-\u002f\u003a-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05f3\u05f4\u0609-\u060d\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e4f\u0e5a\u0e5b\u104a-\u104f\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30a0\u30fb\ufe00-\ufe6f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\ufff0-\uffff\U0001f000-\U0001faff]+', ' ', 'g');
	IF words !~ unspaced THEN
		RETURN words;
	END IF;
	SELECT string_agg(CASE
			WHEN NOT is_unspaced THEN letter
			WHEN is_followed THEN ' ' || letter || next_letter || ' '
			WHEN follows THEN ' '
			ELSE ' ' || letter || ' '
		END, '' ORDER BY place), string_agg(letter, ' ' ORDER BY place) FILTER (WHERE is_unspaced)
	INTO pairs, letters
	FROM (
		SELECT letter, place, is_unspaced, lead(letter) OVER places AS next_letter,
			coalesce(lead(is_unspaced) OVER places, false) AS is_followed, coalesce(lag(is_unspaced) OVER places, false) AS follows
		FROM (
			SELECT letter, place, letter ~ unspaced AS is_unspaced
			FROM string_to_table(words, NULL) WITH ORDINALITY AS split(letter, place)
		) marked
		WINDOW places AS (ORDER BY place)
	) neighbors;
	RETURN CASE WHEN with_letters THEN pairs || ' ' || letters ELSE pairs END;
END
$$;--> statement-breakpoint
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
$$;--> statement-breakpoint
DROP INDEX "profiles_typos_idx";--> statement-breakpoint
ALTER TABLE "profiles" DROP COLUMN "search_text", DROP COLUMN "search_vector";--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold_text(name || e'\n' || call_name || e'\n' || username || e'\n' || coalesce(occupation, ''))) STORED NOT NULL, ADD COLUMN "search_vector" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('pg_catalog.simple', search_names(name)), 'A') || setweight(to_tsvector('pg_catalog.simple', search_names(call_name)), 'B') || setweight(to_tsvector('pg_catalog.simple', search_names(username)), 'C') || setweight(to_tsvector('pg_catalog.simple', search_words(coalesce(occupation, ''), true)), 'D')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX profiles_search_idx ON public.profiles USING gin (search_text public.gin_trgm_ops);--> statement-breakpoint
CREATE INDEX profiles_words_idx ON public.profiles USING gin (search_vector) WITH (gin_pending_list_limit='256');--> statement-breakpoint
CREATE INDEX profiles_typos_idx ON public.profiles USING gin (search_typos(name || ' ' || call_name || ' ' || coalesce(occupation, ''))) WITH (gin_pending_list_limit='256');--> statement-breakpoint
ALTER TABLE "posts" DROP COLUMN "search_vector";--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "search_vector" "tsvector" GENERATED ALWAYS AS (to_tsvector('pg_catalog.simple', search_words(body, true))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX posts_search_idx ON public.posts USING gin (search_vector) WITH (gin_pending_list_limit='256') WHERE status = 'published';
