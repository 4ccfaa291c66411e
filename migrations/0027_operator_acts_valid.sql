ALTER TABLE "accounts" VALIDATE CONSTRAINT "accounts_suspended_until_check";--> statement-breakpoint
ALTER TABLE "reports" VALIDATE CONSTRAINT "reports_act_check";
