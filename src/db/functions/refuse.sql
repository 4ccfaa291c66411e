-- Ends a write in the middle with an error code of the API. The server recognizes it by the SQLSTATE; the facts tell it
-- what to add to the response.
CREATE OR REPLACE FUNCTION "public"."refuse"("code" text, "facts" jsonb DEFAULT '{}') RETURNS text LANGUAGE plpgsql VOLATILE
	AS $$ BEGIN
	RAISE EXCEPTION USING ERRCODE = 'PN403', MESSAGE = code, DETAIL = facts::text;
END $$;
