CREATE TABLE "sign_up_blocks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_up_blocks_unique" UNIQUE("value","kind"),
	CONSTRAINT "sign_up_blocks_kind_check" CHECK (kind in ('domain', 'network'))
);
