-- The words of a text as `fold_text` compares them. Those of scripts without spaces are cut into pairs of letters, and
-- into letters too if asked.
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
$$;
