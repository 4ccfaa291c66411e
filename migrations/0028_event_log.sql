CREATE SEQUENCE "public"."events_sequence" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "event_log" (
	"single" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"epoch" uuid DEFAULT gen_random_uuid() NOT NULL,
	"last_position" bigint DEFAULT 0 NOT NULL,
	"dropped_position" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
DROP INDEX "events_unpositioned_idx";--> statement-breakpoint
DROP INDEX "events_profile_position_idx";--> statement-breakpoint
DROP INDEX "events_account_position_idx";--> statement-breakpoint
-- A constant first: with the sequence as the default, Postgres would rewrite the whole log. Events of before sort by id.
ALTER TABLE "events" ADD COLUMN "sequence" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "sequence" SET DEFAULT nextval('events_sequence');--> statement-breakpoint
CREATE INDEX "events_position_idx" ON "events" USING btree ("position");--> statement-breakpoint
CREATE INDEX "events_unpositioned_idx" ON "events" USING btree ("sequence","id") WHERE position is null;--> statement-breakpoint
CREATE INDEX "events_profile_position_idx" ON "events" USING btree ("profile_id","position","type");--> statement-breakpoint
CREATE INDEX "events_account_position_idx" ON "events" USING btree ("account_id","position","type") WHERE account_id is not null;--> statement-breakpoint
ALTER TABLE "events" DROP COLUMN "xid";--> statement-breakpoint
INSERT INTO "event_log" DEFAULT VALUES;
