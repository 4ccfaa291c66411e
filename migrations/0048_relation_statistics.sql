-- Postgres plans a statement for the average member, who has few rows here, and would look for one of them among all rows of
-- the member. For a profile with a million followers that takes a second. So it plans for members with a hundred.
ALTER TABLE "follows" ALTER COLUMN "follower_profile_id" SET (n_distinct = -0.01), ALTER COLUMN "followed_profile_id" SET (n_distinct = -0.01);--> statement-breakpoint
ALTER TABLE "contacts" ALTER COLUMN "owner_entity_id" SET (n_distinct = -0.01);--> statement-breakpoint
ALTER TABLE "contact_requests" ALTER COLUMN "requester_profile_id" SET (n_distinct = -0.01), ALTER COLUMN "addressee_profile_id" SET (n_distinct = -0.01);--> statement-breakpoint
ALTER TABLE "conversation_members" ALTER COLUMN "actor_id" SET (n_distinct = -0.01);--> statement-breakpoint
ALTER TABLE "access_grants" ALTER COLUMN "manager_profile_id" SET (n_distinct = -0.01);--> statement-breakpoint
ALTER TABLE "reactions" ALTER COLUMN "profile_id" SET (n_distinct = -0.01);--> statement-breakpoint
ALTER TABLE "mutes" ALTER COLUMN "muted_profile_id" SET (n_distinct = -0.01);--> statement-breakpoint
ALTER TABLE "bookmarks" ALTER COLUMN "post_id" SET (n_distinct = -0.01);--> statement-breakpoint
ANALYZE "follows", "contacts", "contact_requests", "conversation_members", "access_grants", "reactions", "mutes", "bookmarks";
