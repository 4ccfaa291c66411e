ALTER TABLE "reactions" ADD CONSTRAINT "reactions_visibility_check" CHECK (visibility in ('public', 'members', 'contacts')) NOT VALID;
