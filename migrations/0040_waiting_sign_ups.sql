ALTER TABLE "accounts" ADD COLUMN "waiting_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "join_reason" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_waiting_check" CHECK ((waiting_since is null or suspended_at is not null) and (join_reason is null or waiting_since is not null)) NOT VALID;