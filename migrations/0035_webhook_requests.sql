ALTER TABLE "webhooks" DROP CONSTRAINT "webhooks_disabled_reason_check";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "last_attempt_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "secret_hash" "bytea";--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "previous_secret_hash" "bytea";--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "secret_leaked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "created_by_type" text;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "created_by_id" uuid;--> statement-breakpoint
CREATE INDEX "webhooks_secret_hash_idx" ON "webhooks" USING btree ("secret_hash");--> statement-breakpoint
CREATE INDEX "webhooks_previous_secret_hash_idx" ON "webhooks" USING btree ("previous_secret_hash") WHERE previous_secret_hash is not null;--> statement-breakpoint
-- The audit log knows who created the webhooks of before.
UPDATE "webhooks" w SET "created_by_type" = l."principal_type", "created_by_id" = l."principal_id" FROM "audit_log" l
	WHERE l."object_id" = w."id" AND l."object_type" = 'webhook' AND l."operation" = 'webhooks.create' AND l."principal_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_created_by_check" CHECK ((created_by_type is null) = (created_by_id is null));--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_created_by_type_check" CHECK (created_by_type in ('session', 'api_key', 'oauth'));--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_disabled_reason_check" CHECK (disabled_reason in ('requested', 'failing', 'gone', 'credential_leaked', 'app_revoked'));