ALTER TABLE "posts" ADD COLUMN "written_with_id" uuid;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "several_writers" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "submitted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "submitted_under_id" uuid;