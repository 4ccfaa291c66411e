ALTER TABLE "profiles" ADD COLUMN "mark_withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "reported_text" text;