ALTER TABLE "profiles" ADD COLUMN "verified_domain" text;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_verified_domain_check" CHECK (verified_domain is null or legal_name_verified) NOT VALID;
