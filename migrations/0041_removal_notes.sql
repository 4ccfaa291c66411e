ALTER TABLE "posts" ADD COLUMN "removal_note" text;
