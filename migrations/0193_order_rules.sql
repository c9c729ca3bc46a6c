-- The rule of its terms that decided the rate of an order: its number there, 0 for the rate of the event itself, -1 for
-- an order whose items have several. Null where it was not stored; under terms without rules it is 0 then.
ALTER TABLE transaction ADD COLUMN rule_no int;

-- Orders are also counted by that rule: the id of the version of the terms and the number of the rule, '12:3'.
ALTER TABLE rollup_order DROP CONSTRAINT rollup_order_dimension_check;
ALTER TABLE rollup_order ADD CONSTRAINT rollup_order_dimension_check
  CHECK (dimension IN ('promotion', 'coupon', 'country', 'device', 'customer', 'event', 'rule'));

-- The job counts the days that are counted already once more, the latest first.
UPDATE rollup_status_progress
SET orders_from = (SELECT (max(transaction_at) AT TIME ZONE 'UTC')::date + 1 FROM transaction_state);
