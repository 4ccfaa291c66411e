CREATE UNLOGGED TABLE "sign_in_tries" (
	"key" text PRIMARY KEY NOT NULL,
	"run" uuid NOT NULL,
	"tries" integer NOT NULL,
	"tried_at" timestamp (3) with time zone NOT NULL,
	"tried_before_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "sign_in_tries_tried_idx" ON "sign_in_tries" USING btree ("tried_at");