-- Both columns in one statement, which rewrites the table only once.
DROP INDEX "conversation_members_list_idx";--> statement-breakpoint
DROP INDEX "conversation_members_unread_idx";--> statement-breakpoint
ALTER TABLE "conversation_members" ADD COLUMN "activity_minute" timestamp (3) with time zone GENERATED ALWAYS AS (date_bin('1 minute', last_activity_at, 'epoch')) STORED NOT NULL,
	ADD COLUMN "is_unread" boolean GENERATED ALWAYS AS (unread_count > 0) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "conversation_members_list_idx" ON "conversation_members" USING btree ("actor_id","activity_minute");--> statement-breakpoint
CREATE INDEX "conversation_members_unread_idx" ON "conversation_members" USING btree ("actor_id","activity_minute") WHERE is_unread;