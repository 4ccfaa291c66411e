DROP TABLE "feed_entries" CASCADE;--> statement-breakpoint
DROP TABLE "feed_progress" CASCADE;--> statement-breakpoint
DROP TABLE "stored_feeds" CASCADE;