-- Number and sums of the transactions of each publisher, day and status. The totals of a publisher's list of a year
-- read some hundred rows of this table. Recomputed from transaction_state, never incremented; rollup_status_progress
-- says until when, as for rollup_status.
CREATE TABLE rollup_publisher_status (
  publisher_id bigint NOT NULL,
  -- The day of the transaction, in UTC.
  day date NOT NULL,
  status transaction_status NOT NULL,
  transactions bigint NOT NULL,
  order_value bigint NOT NULL,
  commission bigint NOT NULL,
  PRIMARY KEY (publisher_id, day, status)
) WITH (fillfactor = 90);

INSERT INTO rollup_publisher_status (publisher_id, day, status, transactions, order_value, commission)
SELECT publisher_id, (transaction_at AT TIME ZONE 'UTC')::date AS day, status, count(*), sum(order_value),
  sum(commission)
FROM transaction_state GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
