-- Once for each statement that changes images. The posts are locked by then. One by one, so that no plan reads all posts.
CREATE OR REPLACE FUNCTION "public"."copy_post_images"() RETURNS trigger LANGUAGE plpgsql VOLATILE
	AS $$
DECLARE
	changed_id uuid;
BEGIN
	FOR changed_id IN SELECT DISTINCT post_id FROM changed LOOP
		UPDATE public.posts SET images = (SELECT jsonb_agg(jsonb_build_object('id', i.id, 'blob_key', i.blob_key, 'width', i.width,
			'height', i.height, 'alt_text', i.alt_text) ORDER BY i.position) FROM public.post_images i WHERE i.post_id = changed_id)
			WHERE id = changed_id;
	END LOOP;
	RETURN NULL;
END
$$;
