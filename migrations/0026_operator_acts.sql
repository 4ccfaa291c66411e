ALTER TABLE "accounts" ADD COLUMN "suspended_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "act" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_suspended_until_check" CHECK (suspended_until is null or suspended_at is not null) NOT VALID;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_act_check" CHECK (act in ('hide', 'warn', 'suspend', 'resolve', 'dismiss')) NOT VALID;
