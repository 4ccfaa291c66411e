DROP INDEX "notification_actors_actor_idx";--> statement-breakpoint
DROP INDEX "notification_actors_newest_idx";--> statement-breakpoint
DROP INDEX "notifications_group_idx";--> statement-breakpoint
ALTER TABLE "notification_actors" ADD COLUMN "profile_id" uuid;--> statement-breakpoint
UPDATE "notification_actors" a SET "profile_id" = n."profile_id" FROM "notifications" n WHERE n."id" = a."notification_id";--> statement-breakpoint
DELETE FROM "notification_actors" WHERE "profile_id" IS NULL;--> statement-breakpoint
DELETE FROM "removed_notifications";--> statement-breakpoint
ALTER TABLE "notification_actors" ALTER COLUMN "profile_id" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "notification_actors_actor_idx" ON "notification_actors" USING btree ("actor_profile_id","profile_id","object_id");--> statement-breakpoint
CREATE INDEX "notification_actors_newest_idx" ON "notification_actors" USING btree ("profile_id","notification_id","created_at");--> statement-breakpoint
CREATE INDEX "notifications_group_idx" ON "notifications" USING btree ("group_id","type","read_at");
