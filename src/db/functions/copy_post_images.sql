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

CREATE TRIGGER post_images_copy_deleted AFTER DELETE ON public.post_images REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION public.copy_post_images();
CREATE TRIGGER post_images_copy_inserted AFTER INSERT ON public.post_images REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION public.copy_post_images();
CREATE TRIGGER post_images_copy_updated AFTER UPDATE ON public.post_images REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION public.copy_post_images();
