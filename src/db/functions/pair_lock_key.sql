CREATE OR REPLACE FUNCTION "public"."pair_lock_key"("a" uuid, "b" uuid) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	AS $$ SELECT hashtextextended('pair:' || least(a, b)::text || ':' || greatest(a, b)::text, 0) $$;
