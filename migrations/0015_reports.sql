CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reporter_profile_id" uuid NOT NULL,
	"target_type" text NOT NULL,
	"target_id" uuid NOT NULL,
	"target_profile_id" uuid,
	"reason" text NOT NULL,
	"comment" text,
	"status" text DEFAULT 'open' NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"settled_by_account_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reports_reporter_target_unique" UNIQUE("reporter_profile_id","target_type","target_id"),
	CONSTRAINT "reports_target_type_check" CHECK (target_type in ('post', 'profile', 'message')),
	CONSTRAINT "reports_reason_check" CHECK (reason in ('spam', 'abuse', 'impersonation', 'illegal', 'other')),
	CONSTRAINT "reports_status_check" CHECK (status in ('open', 'resolved', 'dismissed')),
	CONSTRAINT "reports_settled_check" CHECK ((status = 'open') = (settled_at is null))
);
--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_profile_id_profiles_id_fk" FOREIGN KEY ("reporter_profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_target_profile_id_profiles_id_fk" FOREIGN KEY ("target_profile_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_settled_by_account_id_accounts_id_fk" FOREIGN KEY ("settled_by_account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reports_status_idx" ON "reports" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "reports_target_profile_idx" ON "reports" USING btree ("target_profile_id","status");--> statement-breakpoint
CREATE INDEX "reports_settled_by_idx" ON "reports" USING btree ("settled_by_account_id");