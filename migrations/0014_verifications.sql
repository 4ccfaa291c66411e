CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"profile_id" uuid NOT NULL,
	"method" text NOT NULL,
	"status" text NOT NULL,
	"domain" text,
	"token" text,
	"name" text,
	"reason" text,
	"answer" text,
	"checked_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "verifications_method_check" CHECK (method in ('domain', 'operator')),
	CONSTRAINT "verifications_status_check" CHECK (status in ('pending', 'verified', 'rejected', 'expired')),
	CONSTRAINT "verifications_reason_check" CHECK (reason in ('record_missing', 'record_differs', 'dns_unreachable', 'declined', 'name_changed', 'time_over')),
	CONSTRAINT "verifications_domain_check" CHECK ((method = 'domain') = (domain is not null) and (domain is null) = (token is null)),
	CONSTRAINT "verifications_name_check" CHECK (name is not null or method = 'domain' and status <> 'verified')
);
--> statement-breakpoint
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "verifications_open_unique" ON "verifications" USING btree ("profile_id","method",coalesce(domain, '')) WHERE status in ('pending', 'verified');--> statement-breakpoint
CREATE INDEX "verifications_profile_idx" ON "verifications" USING btree ("profile_id","id");--> statement-breakpoint
CREATE INDEX "verifications_waiting_idx" ON "verifications" USING btree ("id") WHERE status = 'pending' and method = 'operator';--> statement-breakpoint
CREATE INDEX "verifications_expires_idx" ON "verifications" USING btree ("expires_at") WHERE status = 'pending';