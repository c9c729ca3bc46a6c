-- A file that supports every cancellation of a decision on many orders.
ALTER TABLE decision_file ADD COLUMN evidence_file_id uuid REFERENCES stored_file (id) ON DELETE SET NULL;
CREATE INDEX decision_file_evidence ON decision_file (evidence_file_id) WHERE evidence_file_id IS NOT NULL;

-- The queue of an advertiser's orders that wait for an exchange rate.
CREATE INDEX transaction_state_waits_for_rate ON transaction_state (advertiser_id, transaction_at, transaction_id)
  WHERE order_value IS NULL;
