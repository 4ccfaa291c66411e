CREATE UNLOGGED TABLE "stream_tickets" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"secret_id" uuid NOT NULL,
	"profile_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stream_tickets" ADD CONSTRAINT "stream_tickets_secret_id_credential_secrets_id_fk" FOREIGN KEY ("secret_id") REFERENCES "public"."credential_secrets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stream_tickets_secret_idx" ON "stream_tickets" USING btree ("secret_id");--> statement-breakpoint
CREATE INDEX "stream_tickets_expires_idx" ON "stream_tickets" USING btree ("expires_at");