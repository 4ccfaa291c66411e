CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"profile_id" uuid NOT NULL,
	"secret_id" uuid,
	"token_hash" "bytea" NOT NULL,
	"blob_key" text,
	"width" integer,
	"height" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "uploads_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "uploads_picture_check" CHECK (num_nulls(blob_key, width, height) in (0, 3))
);
--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_secret_id_credential_secrets_id_fk" FOREIGN KEY ("secret_id") REFERENCES "public"."credential_secrets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploads_profile_idx" ON "uploads" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "uploads_secret_idx" ON "uploads" USING btree ("secret_id");--> statement-breakpoint
CREATE INDEX "uploads_expires_idx" ON "uploads" USING btree ("expires_at");