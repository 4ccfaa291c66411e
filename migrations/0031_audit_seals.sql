CREATE TABLE "audit_seals" (
	"chain_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"entry_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"sealed_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_seals_pk" PRIMARY KEY("chain_id","number"),
	CONSTRAINT "audit_seals_entry_key" UNIQUE("entry_id")
);
