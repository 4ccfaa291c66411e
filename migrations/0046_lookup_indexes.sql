CREATE INDEX "conversations_id_hash" ON "conversations" USING hash ("id") WITH (fillfactor=50);--> statement-breakpoint
CREATE INDEX "post_counters_post_hash" ON "post_counters" USING hash ("post_id") WITH (fillfactor=50);--> statement-breakpoint
CREATE INDEX "posts_id_hash" ON "posts" USING hash ("id") WITH (fillfactor=50);--> statement-breakpoint
CREATE INDEX "actors_id_hash" ON "actors" USING hash ("id") WITH (fillfactor=50);--> statement-breakpoint
CREATE INDEX "profile_counters_profile_hash" ON "profile_counters" USING hash ("profile_id") WITH (fillfactor=50);--> statement-breakpoint
CREATE INDEX "profiles_id_hash" ON "profiles" USING hash ("id") WITH (fillfactor=50);