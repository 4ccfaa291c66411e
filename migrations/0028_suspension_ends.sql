CREATE INDEX CONCURRENTLY "accounts_suspended_until_idx" ON "accounts" USING btree ("suspended_until") WHERE suspended_until is not null;
