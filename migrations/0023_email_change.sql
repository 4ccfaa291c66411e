ALTER TABLE "one_time_tokens" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD COLUMN "email_key" text;--> statement-breakpoint
ALTER TABLE "one_time_tokens" DROP CONSTRAINT "one_time_tokens_purpose_check";--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_purpose_check" CHECK (purpose in ('email_verification', 'password_reset', 'email_change', 'email_undo')) NOT VALID;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_email_check" CHECK ((purpose in ('email_change', 'email_undo')) = (email is not null and email_key is not null)) NOT VALID;
