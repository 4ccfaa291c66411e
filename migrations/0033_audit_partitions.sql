CREATE TABLE "audit_cuts" (
	"chain_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"hash" "bytea" NOT NULL,
	"sealed_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_cuts_pk" PRIMARY KEY("chain_id","number")
);
--> statement-breakpoint
CREATE TABLE "audit_drops" (
	"before" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"dropped_at" timestamp (3) with time zone NOT NULL,
	"entries" bigint NOT NULL
);
--> statement-breakpoint
-- The tables of now become the first partition, without a look at their rows: the default one, until a server sets its end.
ALTER TABLE "audit_seals" RENAME TO "audit_seals_before";--> statement-breakpoint
ALTER TABLE "audit_seals_before" DROP CONSTRAINT "audit_seals_pk";--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"chain_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"entry_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"sealed_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_seals_entry_unique" UNIQUE("entry_id")
) PARTITION BY RANGE ("entry_id");
--> statement-breakpoint
CREATE INDEX "audit_seals_chain_idx" ON "audit_seals" USING btree ("chain_id","number");--> statement-breakpoint
-- Builds an index; only the job that seals waits for it.
ALTER TABLE "audit_seals" ATTACH PARTITION "audit_seals_before" DEFAULT;--> statement-breakpoint
ALTER TABLE "audit_log" RENAME TO "audit_log_before";--> statement-breakpoint
ALTER TABLE "audit_log_before" RENAME CONSTRAINT "audit_log_pkey" TO "audit_log_before_pkey";--> statement-breakpoint
ALTER INDEX "audit_log_profile_idx" RENAME TO "audit_log_before_profile_idx";--> statement-breakpoint
ALTER INDEX "audit_log_account_idx" RENAME TO "audit_log_before_account_idx";--> statement-breakpoint
ALTER INDEX "audit_log_manager_idx" RENAME TO "audit_log_before_manager_idx";--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"operation" text NOT NULL,
	"principal_type" text NOT NULL,
	"principal_id" uuid,
	"account_id" uuid,
	"profile_id" uuid,
	"manager_profile_id" uuid,
	"grant_id" uuid,
	"object_type" text NOT NULL,
	"object_id" uuid NOT NULL,
	"request_id" text NOT NULL
) PARTITION BY RANGE ("id");
--> statement-breakpoint
CREATE INDEX "audit_log_profile_idx" ON "audit_log" USING btree ("profile_id","id","operation");--> statement-breakpoint
CREATE INDEX "audit_log_account_idx" ON "audit_log" USING btree ("account_id","id","operation");--> statement-breakpoint
CREATE INDEX "audit_log_manager_idx" ON "audit_log" USING btree ("manager_profile_id","id","profile_id","operation") WHERE manager_profile_id is not null;--> statement-breakpoint
ALTER TABLE "audit_log" ATTACH PARTITION "audit_log_before" DEFAULT;
--> statement-breakpoint
-- The role of the servers that run may go on writing.
DO $$
DECLARE
	given record;
BEGIN
	FOR given IN
		SELECT t.name, a.privilege_type, a.grantee::regrole AS role
		FROM (VALUES ('audit_log'), ('audit_seals')) AS t(name)
		JOIN pg_class c ON c.oid = (t.name || '_before')::regclass
		CROSS JOIN aclexplode(c.relacl) a
		WHERE a.grantee NOT IN (0, c.relowner)
	LOOP
		EXECUTE format('GRANT %s ON %I TO %s', given.privilege_type, given.name, given.role);
	END LOOP;
END $$;
