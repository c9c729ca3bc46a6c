-- rollup_order counts the orders of the days from this one on. The job that counts statuses adds one earlier day after
-- another, each in its own transaction. Null once it counts the orders of all days.
ALTER TABLE rollup_status_progress ADD COLUMN orders_from date;

UPDATE rollup_status_progress
SET orders_from = (SELECT (max(transaction_at) AT TIME ZONE 'UTC')::date + 1 FROM transaction_state);
