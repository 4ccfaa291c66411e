ALTER TABLE "conversation_members" ADD COLUMN "has_written" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "conversation_members" SET "has_written" = true FROM "messages" WHERE "messages"."conversation_id" = "conversation_members"."conversation_id" AND "messages"."sender_actor_id" = "conversation_members"."actor_id";
