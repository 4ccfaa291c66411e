-- How many posts match, of any status, as the planner estimates it. With TABLESAMPLE, here of the whole table, it considers
-- no indexes, and posts have a dozen.
CREATE OR REPLACE FUNCTION "public"."search_estimate"("query" tsquery) RETURNS integer
	LANGUAGE plpgsql STRICT
	AS $$
DECLARE
	plan json;
BEGIN
	EXECUTE format('EXPLAIN (FORMAT JSON) SELECT FROM public.posts TABLESAMPLE SYSTEM (100) WHERE search_vector @@ %L::tsquery', "query") INTO plan;
	RETURN plan->0->'Plan'->>'Plan Rows';
END
$$;
