DROP INDEX "audit_log_profile_idx";--> statement-breakpoint
DROP INDEX "audit_log_account_idx";--> statement-breakpoint
CREATE INDEX "audit_log_manager_idx" ON "audit_log" USING btree ("manager_profile_id","id","profile_id","operation") WHERE manager_profile_id is not null;--> statement-breakpoint
CREATE INDEX "audit_log_profile_idx" ON "audit_log" USING btree ("profile_id","id","operation");--> statement-breakpoint
CREATE INDEX "audit_log_account_idx" ON "audit_log" USING btree ("account_id","id","operation");