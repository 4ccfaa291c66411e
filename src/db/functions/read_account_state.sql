-- A new profile. The account of a deleted profile may be gone; then the account was scheduled for deletion before.
CREATE OR REPLACE FUNCTION "public"."read_account_state"() RETURNS trigger LANGUAGE plpgsql VOLATILE
	AS $$
BEGIN
	NEW.account_is_active := NEW.account_id IS NOT NULL AND NOT EXISTS (SELECT FROM public.accounts a
		WHERE a.id = NEW.account_id AND (a.suspended_at IS NOT NULL OR a.deletion_scheduled_at IS NOT NULL));
	RETURN NEW;
END
$$;

CREATE TRIGGER profiles_read_account_state BEFORE INSERT ON public.profiles
	FOR EACH ROW EXECUTE FUNCTION public.read_account_state();
