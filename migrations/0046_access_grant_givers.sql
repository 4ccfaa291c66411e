CREATE TABLE "access_grant_givers" (
	"grant_id" uuid NOT NULL,
	"credential_id" uuid NOT NULL,
	CONSTRAINT "access_grant_givers_pk" PRIMARY KEY("grant_id","credential_id")
);
--> statement-breakpoint
ALTER TABLE "access_grant_givers" ADD CONSTRAINT "access_grant_givers_grant_id_access_grants_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."access_grants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_grant_givers_credential_idx" ON "access_grant_givers" USING btree ("credential_id");