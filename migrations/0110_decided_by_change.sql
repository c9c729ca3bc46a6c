-- The list of changes of one publisher reads undecided transactions from the index by status and time. An order no
-- longer writes the index by change, which holds only decided transactions.
DROP INDEX transaction_state_by_change;
CREATE INDEX transaction_state_by_change ON transaction_state (publisher_id, changed_at, transaction_id)
  WHERE status <> 'PENDING';
