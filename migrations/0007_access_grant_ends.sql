ALTER TABLE "access_grants" ADD COLUMN "invitation_expires_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "access_grants_profile_list_idx" ON "access_grants" USING btree ("profile_id","id");--> statement-breakpoint
CREATE INDEX "access_grants_invited_idx" ON "access_grants" USING btree ("manager_profile_id","id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "access_grants_public_profile_idx" ON "access_grants" USING btree ("profile_id","id") WHERE public and status = 'accepted';--> statement-breakpoint
CREATE INDEX "access_grants_public_manager_idx" ON "access_grants" USING btree ("manager_profile_id","id") WHERE public and status = 'accepted';--> statement-breakpoint
CREATE INDEX "access_grants_ends_idx" ON "access_grants" USING btree ((case when status = 'pending' then least(invitation_expires_at, expires_at) else expires_at end)) WHERE status in ('pending', 'accepted');