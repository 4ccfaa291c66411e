-- The primary keys follow their columns, so nothing is rewritten.
ALTER TABLE "post_counters" RENAME COLUMN "slot" TO "shard";--> statement-breakpoint
ALTER TABLE "profile_counters" RENAME COLUMN "slot" TO "shard";
