-- Keeps the copy of an account's state in its profiles, for every change of the original.
CREATE OR REPLACE FUNCTION "public"."copy_account_state"() RETURNS trigger LANGUAGE plpgsql VOLATILE
	AS $$
BEGIN
	UPDATE public.profiles SET account_is_active = NEW.suspended_at IS NULL AND NEW.deletion_scheduled_at IS NULL WHERE account_id = NEW.id;
	RETURN NULL;
END
$$;

CREATE TRIGGER accounts_copy_state AFTER UPDATE OF suspended_at, deletion_scheduled_at ON public.accounts
	FOR EACH ROW WHEN ((NEW.suspended_at IS NULL AND NEW.deletion_scheduled_at IS NULL)
		<> (OLD.suspended_at IS NULL AND OLD.deletion_scheduled_at IS NULL))
	EXECUTE FUNCTION public.copy_account_state();
