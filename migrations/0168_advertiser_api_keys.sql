-- An API key belongs to a publisher or to an advertiser. Each has scopes of its own.
ALTER TABLE api_key ALTER COLUMN publisher_id DROP NOT NULL;
ALTER TABLE api_key ADD COLUMN advertiser_id bigint REFERENCES advertiser (id);
ALTER TABLE api_key ADD CONSTRAINT api_key_owner CHECK (num_nonnulls(publisher_id, advertiser_id) = 1);
ALTER TABLE api_key DROP CONSTRAINT api_key_scopes_check;
ALTER TABLE api_key ADD CONSTRAINT api_key_scopes CHECK (
  cardinality(scopes) BETWEEN 1 AND 3 AND scopes <@ CASE
    WHEN advertiser_id IS NULL THEN ARRAY['read_transactions', 'read_directory', 'make_links']
    ELSE ARRAY['decide_orders']
  END
);

CREATE INDEX api_key_advertiser ON api_key (advertiser_id) WHERE advertiser_id IS NOT NULL;
