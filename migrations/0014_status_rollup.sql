-- Number and sums of the transactions of each advertiser, day and status. The summary of a list of a million
-- transactions reads some thousand rows of this table. Recomputed from transaction_state, never incremented.
CREATE TABLE rollup_status (
  advertiser_id bigint NOT NULL,
  -- The day of the transaction, in UTC.
  day date NOT NULL,
  status transaction_status NOT NULL,
  transactions bigint NOT NULL,
  order_value bigint NOT NULL,
  commission bigint NOT NULL,
  PRIMARY KEY (advertiser_id, day, status)
) WITH (fillfactor = 90);

-- rollup_status counts each state written before this instant. A reader adds the states written since.
CREATE TABLE rollup_status_progress (
  name text PRIMARY KEY,
  counted_until timestamptz NOT NULL
);

INSERT INTO rollup_status (advertiser_id, day, status, transactions, order_value, commission)
SELECT advertiser_id, (transaction_at AT TIME ZONE 'UTC')::date AS day, status, count(*), sum(order_value),
  sum(commission)
FROM transaction_state GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;

INSERT INTO rollup_status_progress (name, counted_until)
SELECT 'statuses', max(changed_at) FROM transaction_state HAVING count(*) > 0;
