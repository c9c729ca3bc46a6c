-- An order that waited for its exchange rate changes without a decision when the rate comes. The index by change holds
-- it too; an order that has only been recorded still writes none of it.
DROP INDEX transaction_state_by_change;
CREATE INDEX transaction_state_by_change ON transaction_state (publisher_id, changed_at, transaction_id)
  WHERE sequence > 0 OR changed_at > transaction_at;
