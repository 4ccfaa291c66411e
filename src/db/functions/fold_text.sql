-- A text as searches compare it: without case, accents, width and invisible characters, and without what people leave out in
-- Arabic, Hebrew and Hindi. Digits of all scripts are equal, and so are the letters that Arabic and Persian keyboards have
-- for the same one. A non-joiner stays in Persian words, where it separates what others write apart.
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
$$;
