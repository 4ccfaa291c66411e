ALTER TABLE "media_garbage" ADD COLUMN "profile_id" uuid;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "avatar_light" text;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "avatar_dark" text;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "banner_light" text;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "banner_dark" text;--> statement-breakpoint
ALTER TABLE "media_garbage" ADD CONSTRAINT "media_garbage_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "media_garbage_profile_idx" ON "media_garbage" USING btree ("profile_id") WHERE profile_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "profiles_avatar_light_unique" ON "profiles" USING btree ("avatar_light") WHERE avatar_light is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "profiles_avatar_dark_unique" ON "profiles" USING btree ("avatar_dark") WHERE avatar_dark is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "profiles_banner_light_unique" ON "profiles" USING btree ("banner_light") WHERE banner_light is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "profiles_banner_dark_unique" ON "profiles" USING btree ("banner_dark") WHERE banner_dark is not null;