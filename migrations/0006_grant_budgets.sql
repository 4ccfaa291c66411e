ALTER TABLE "grant_usage" ADD COLUMN "allowed" integer NOT NULL;--> statement-breakpoint
CREATE INDEX "grant_usage_day_idx" ON "grant_usage" USING btree ("day");--> statement-breakpoint
ALTER TABLE "grant_usage" ADD CONSTRAINT "grant_usage_kind_check" CHECK (kind in ('posts_per_day', 'messages_per_day', 'contact_requests_per_day'));--> statement-breakpoint
ALTER TABLE "grant_usage" ADD CONSTRAINT "grant_usage_budget_check" CHECK (used between 1 and allowed);