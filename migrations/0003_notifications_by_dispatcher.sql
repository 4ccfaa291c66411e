CREATE TABLE "removed_notifications" (
	"id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notification_actors" DROP CONSTRAINT "notification_actors_notification_id_notifications_id_fk";
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "manager_profile_id" uuid DEFAULT nullif(current_setting('pronet.manager_profile_id', true), '')::uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "actor_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "notification_actors_newest_idx" ON "notification_actors" USING btree ("notification_id","created_at");--> statement-breakpoint
UPDATE "notifications" n SET "actor_count" = (SELECT count(DISTINCT a."actor_profile_id") FROM "notification_actors" a WHERE a."notification_id" = n."id");
