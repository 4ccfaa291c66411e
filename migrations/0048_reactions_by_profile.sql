DROP INDEX "reactions_profile_idx";--> statement-breakpoint
CREATE INDEX "reactions_profile_idx" ON "reactions" USING btree ("profile_id","post_id");