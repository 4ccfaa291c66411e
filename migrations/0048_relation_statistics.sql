-- Postgres plans a statement for the average member, who has few rows here, and would read all of them to find the ones of a
-- page. For a member with a million followers that takes a second. So it plans for members with a hundred.
ALTER TABLE "follows" ALTER COLUMN "follower_profile_id" SET (n_distinct = -0.01), ALTER COLUMN "followed_profile_id" SET (n_distinct = -0.01);--> statement-breakpoint
ALTER TABLE "contacts" ALTER COLUMN "owner_entity_id" SET (n_distinct = -0.01);--> statement-breakpoint
ALTER TABLE "contact_requests" ALTER COLUMN "requester_profile_id" SET (n_distinct = -0.01), ALTER COLUMN "addressee_profile_id" SET (n_distinct = -0.01);--> statement-breakpoint
ANALYZE "follows" ("follower_profile_id", "followed_profile_id"), "contacts" ("owner_entity_id"), "contact_requests" ("requester_profile_id", "addressee_profile_id");
