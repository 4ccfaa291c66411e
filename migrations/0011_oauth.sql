CREATE TABLE "oauth_clients" (
	"client_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"redirect_uris" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "oauth_clients_kind_check" CHECK (kind in ('registered', 'dynamic'))
);
--> statement-breakpoint
CREATE TABLE "oauth_codes" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"credential_id" uuid NOT NULL,
	"payload" jsonb NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "oauth_grants" (
	"credential_id" uuid PRIMARY KEY NOT NULL,
	"client_id" text NOT NULL,
	"client_kind" text NOT NULL,
	"client_host" text,
	"resource" text NOT NULL,
	"generation" integer DEFAULT 0 NOT NULL,
	"generation_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "oauth_grants_client_kind_check" CHECK (client_kind in ('registered', 'dynamic', 'metadata'))
);
--> statement-breakpoint
CREATE TABLE "oauth_interactions" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"payload" jsonb NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oauth_refresh_tokens" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"credential_id" uuid NOT NULL,
	"generation" integer NOT NULL,
	"payload" jsonb NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "credential_secrets" ADD COLUMN "scopes" text[];--> statement-breakpoint
ALTER TABLE "oauth_codes" ADD CONSTRAINT "oauth_codes_credential_id_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."credentials"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_credential_id_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."credentials"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_refresh_tokens" ADD CONSTRAINT "oauth_refresh_tokens_credential_id_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."credentials"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "oauth_clients_expires_idx" ON "oauth_clients" USING btree ("expires_at") WHERE expires_at is not null;--> statement-breakpoint
CREATE INDEX "oauth_codes_credential_idx" ON "oauth_codes" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "oauth_codes_expires_idx" ON "oauth_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_grants_client_idx" ON "oauth_grants" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "oauth_interactions_expires_idx" ON "oauth_interactions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_refresh_tokens_credential_idx" ON "oauth_refresh_tokens" USING btree ("credential_id");