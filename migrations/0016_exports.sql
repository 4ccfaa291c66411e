CREATE TABLE "exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"status" text NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"blob_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "exports_status_check" CHECK (status in ('pending', 'ready', 'failed')),
	CONSTRAINT "exports_ready_check" CHECK ((status = 'ready') = (expires_at is not null) and (blob_key is null or status = 'ready'))
);
--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "exports_pending_unique" ON "exports" USING btree ("account_id") WHERE status = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "exports_blob_key_unique" ON "exports" USING btree ("blob_key") WHERE blob_key is not null;--> statement-breakpoint
CREATE INDEX "exports_account_idx" ON "exports" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "exports_expires_idx" ON "exports" USING btree ("expires_at") WHERE blob_key is not null;--> statement-breakpoint
CREATE INDEX "exports_pending_idx" ON "exports" USING btree ("created_at") WHERE status = 'pending';