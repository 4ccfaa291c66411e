ALTER TABLE "one_time_tokens" VALIDATE CONSTRAINT "one_time_tokens_purpose_check";--> statement-breakpoint
ALTER TABLE "one_time_tokens" VALIDATE CONSTRAINT "one_time_tokens_email_check";
