-- The queue of an advertiser's undecided orders: those with an extension by their own end, and those that are held.
-- All others decide themselves in the order of their time.
CREATE INDEX transaction_state_extended ON transaction_state (advertiser_id, due_at, transaction_id)
  WHERE due_at IS NOT NULL;
CREATE INDEX transaction_state_held ON transaction_state (advertiser_id, transaction_at, transaction_id)
  WHERE hold_reason IS NOT NULL;

-- Where the lines of a decision file come from: a file that was sent, or orders that were selected one by one or by a
-- filter of the queue. The name of the latter two is what they decide.
ALTER TABLE decision_file ADD COLUMN source text NOT NULL DEFAULT 'file'
  CHECK (source IN ('file', 'selection', 'filter'));
