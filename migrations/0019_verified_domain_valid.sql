ALTER TABLE "profiles" VALIDATE CONSTRAINT "profiles_verified_domain_check";
