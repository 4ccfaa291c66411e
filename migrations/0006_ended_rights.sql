ALTER TABLE "webhooks" DROP CONSTRAINT "webhooks_disabled_reason_check";--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "leaked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "scheduled_with_id" uuid;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "scheduled_under_id" uuid;--> statement-breakpoint
ALTER TABLE "access_grants" ADD COLUMN "given_with_id" uuid;--> statement-breakpoint
CREATE INDEX "posts_scheduled_with_idx" ON "posts" USING btree ("scheduled_with_id") WHERE status = 'scheduled';--> statement-breakpoint
CREATE INDEX "posts_scheduled_under_idx" ON "posts" USING btree ("scheduled_under_id") WHERE status = 'scheduled';--> statement-breakpoint
CREATE INDEX "access_grants_given_with_idx" ON "access_grants" USING btree ("given_with_id") WHERE status in ('pending', 'accepted');--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_disabled_reason_check" CHECK (disabled_reason in ('requested', 'failing', 'gone', 'credential_leaked', 'credential_revoked', 'app_revoked'));--> statement-breakpoint
UPDATE "posts" po SET ("scheduled_with_id", "scheduled_under_id") = (
	SELECT a."principal_id", a."grant_id" FROM "audit_log" a
	WHERE a."profile_id" = po."profile_id" AND a."object_id" = po."id" AND a."operation" LIKE 'posts.%'
	ORDER BY a."id" DESC LIMIT 1)
WHERE "status" = 'scheduled';--> statement-breakpoint
UPDATE "access_grants" g SET "given_with_id" = (
	SELECT a."principal_id" FROM "audit_log" a
	WHERE a."profile_id" = g."profile_id" AND a."object_id" = g."id" AND a."operation" IN ('access.invite', 'access.update')
	ORDER BY a."id" DESC LIMIT 1)
WHERE "status" IN ('pending', 'accepted');
