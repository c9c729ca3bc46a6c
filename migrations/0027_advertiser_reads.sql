-- Programs of an advertiser read its own data. A key belongs to a publisher or to an advertiser (`api_key_owner`), and
-- has scopes of its owner only.
ALTER TABLE api_key DROP CONSTRAINT api_key_scopes;
ALTER TABLE api_key ADD CONSTRAINT api_key_scopes CHECK (
  cardinality(scopes) BETWEEN 1 AND 3 AND scopes <@ CASE
    WHEN advertiser_id IS NULL THEN ARRAY['read_transactions', 'read_directory', 'make_links']
    ELSE ARRAY['decide_orders', 'read_program', 'read_invoices']
  END
);

-- The list of changes of one advertiser. As that of publishers, it reads undecided orders from the index by status and
-- time, so an order that has only been recorded writes none of this one.
CREATE INDEX transaction_state_advertiser_change ON transaction_state (advertiser_id, changed_at, transaction_id)
  WHERE sequence > 0 OR changed_at > transaction_at;
