DROP INDEX "posts_reply_to_idx";--> statement-breakpoint
DROP INDEX "posts_root_idx";--> statement-breakpoint
DROP INDEX "posts_quoted_idx";--> statement-breakpoint
CREATE INDEX "posts_reply_to_idx" ON "posts" USING btree ("reply_to_post_id","published_at","id") WHERE reply_to_post_id is not null and status = 'published';--> statement-breakpoint
CREATE INDEX "posts_root_idx" ON "posts" USING btree ("root_post_id") WHERE root_post_id is not null;--> statement-breakpoint
CREATE INDEX "posts_quoted_idx" ON "posts" USING btree ("quoted_post_id","published_at","id") WHERE quoted_post_id is not null and status = 'published';