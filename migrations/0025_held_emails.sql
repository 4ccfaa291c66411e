CREATE INDEX CONCURRENTLY "one_time_tokens_email_idx" ON "one_time_tokens" USING btree ("email_key") WHERE purpose = 'email_undo';
