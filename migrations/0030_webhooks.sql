CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"event_created_at" timestamp (3) with time zone NOT NULL,
	"type" text NOT NULL,
	"profile_id" uuid,
	"lane" uuid NOT NULL,
	"position" bigint NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"response_status" smallint,
	"response_excerpt" text,
	"duration_ms" integer,
	"error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_deliveries_status_check" CHECK (status in ('pending', 'succeeded', 'failed')),
	CONSTRAINT "webhook_deliveries_pending_check" CHECK ((status = 'pending') = (next_attempt_at is not null))
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"url" text NOT NULL,
	"types" text[],
	"profile_ids" uuid[],
	"enabled" boolean DEFAULT true NOT NULL,
	"disabled_reason" text,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_secret_ends_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_success_at" timestamp (3) with time zone,
	"last_failure_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"lease_id" uuid,
	"leased_until" timestamp (3) with time zone,
	CONSTRAINT "webhooks_disabled_reason_check" CHECK (disabled_reason in ('requested', 'failing', 'gone')),
	CONSTRAINT "webhooks_enabled_check" CHECK (enabled = (disabled_reason is null)),
	CONSTRAINT "webhooks_previous_secret_check" CHECK ((previous_secret is null) = (previous_secret_ends_at is null))
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_list_idx" ON "webhook_deliveries" USING btree ("webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_unfinished_idx" ON "webhook_deliveries" USING btree ("webhook_id","status","created_at","id") WHERE status <> 'succeeded';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_lane_idx" ON "webhook_deliveries" USING btree ("webhook_id","lane","position") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "webhooks_account_idx" ON "webhooks" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "webhooks_profiles_idx" ON "webhooks" USING gin ("profile_ids");