ALTER TABLE "contact_requests" ADD COLUMN "by_ai" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_requests" ADD COLUMN "manager_profile_id" uuid;--> statement-breakpoint
ALTER TABLE "contact_requests" ADD COLUMN "grant_id" uuid;--> statement-breakpoint
CREATE INDEX "contact_requests_outgoing_pending_idx" ON "contact_requests" USING btree ("requester_profile_id","id") WHERE status = 'pending';