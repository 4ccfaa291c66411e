CREATE TABLE "appeals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"target_type" text NOT NULL,
	"target_id" uuid NOT NULL,
	"act_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"text" text,
	"appealed_at" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"decided_by_account_id" uuid,
	CONSTRAINT "appeals_target_unique" UNIQUE("target_type","target_id"),
	CONSTRAINT "appeals_target_type_check" CHECK (target_type in ('post', 'account')),
	CONSTRAINT "appeals_status_check" CHECK (status in ('possible', 'open', 'accepted', 'rejected')),
	CONSTRAINT "appeals_text_check" CHECK ((status = 'possible') = (text is null) and (text is null) = (appealed_at is null))
);
--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_decided_by_account_id_accounts_id_fk" FOREIGN KEY ("decided_by_account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "appeals_account_idx" ON "appeals" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "appeals_status_idx" ON "appeals" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "appeals_decided_by_idx" ON "appeals" USING btree ("decided_by_account_id");