-- Cheaper indexes for the row that each order adds to transaction_state.

-- New orders come in ascending time. An index in ascending order fills its pages; one in descending order splits each
-- page in half. Lists read it backwards.
DROP INDEX transaction_state_by_status, transaction_state_by_advertiser, transaction_state_by_publisher;
CREATE INDEX transaction_state_by_status ON transaction_state (status, transaction_at, transaction_id);
CREATE INDEX transaction_state_by_advertiser
  ON transaction_state (advertiser_id, status, transaction_at, transaction_id);
CREATE INDEX transaction_state_by_publisher
  ON transaction_state (publisher_id, status, transaction_at, transaction_id);

-- Roll-ups only look for the newest changes, which lie together.
DROP INDEX transaction_state_changed;
CREATE INDEX transaction_state_changed ON transaction_state
  USING brin (changed_at) WITH (pages_per_range = 32, autosummarize = on);
