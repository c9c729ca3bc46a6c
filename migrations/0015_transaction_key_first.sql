-- While a table is nearly empty all its indexes cost the same, and PostgreSQL takes the newest. Each connection keeps
-- the plan by which it checks a foreign key, so orders of a young network were looked for by publisher and click time:
-- through all orders of the publisher, until the next ANALYZE. Made anew, the primary key is the newest index.
ALTER TABLE transaction_decision DROP CONSTRAINT transaction_decision_publisher_id_transaction_id_fkey;
ALTER TABLE transaction_state DROP CONSTRAINT transaction_state_publisher_id_transaction_id_fkey;
ALTER TABLE transaction DROP CONSTRAINT transaction_pkey, ADD PRIMARY KEY (publisher_id, id);
ALTER TABLE transaction_decision
  ADD FOREIGN KEY (publisher_id, transaction_id) REFERENCES transaction (publisher_id, id) ON DELETE RESTRICT;
ALTER TABLE transaction_state
  ADD FOREIGN KEY (publisher_id, transaction_id) REFERENCES transaction (publisher_id, id) ON DELETE RESTRICT;
