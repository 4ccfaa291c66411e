CREATE TABLE "message_mentions" (
	"message_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"starts" integer[] NOT NULL,
	"ends" integer[] NOT NULL,
	CONSTRAINT "message_mentions_pk" PRIMARY KEY("message_id","profile_id"),
	CONSTRAINT "message_mentions_positions_check" CHECK (cardinality(starts) = cardinality(ends))
);
--> statement-breakpoint
CREATE TABLE "post_mentions" (
	"post_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"starts" integer[] NOT NULL,
	"ends" integer[] NOT NULL,
	"announced" boolean DEFAULT false NOT NULL,
	CONSTRAINT "post_mentions_pk" PRIMARY KEY("post_id","profile_id"),
	CONSTRAINT "post_mentions_positions_check" CHECK (cardinality(starts) = cardinality(ends))
);
--> statement-breakpoint
ALTER TABLE "message_mentions" ADD CONSTRAINT "message_mentions_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_mentions" ADD CONSTRAINT "message_mentions_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_mentions" ADD CONSTRAINT "post_mentions_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_mentions" ADD CONSTRAINT "post_mentions_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_mentions_profile_idx" ON "message_mentions" USING btree ("profile_id","message_id");--> statement-breakpoint
CREATE INDEX "post_mentions_profile_idx" ON "post_mentions" USING btree ("profile_id","post_id");