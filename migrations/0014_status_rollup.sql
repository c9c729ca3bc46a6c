-- Number and sums of the transactions of each advertiser and day by status, so that the figures above a list of a
-- million rows take some thousand. Recomputed from transaction_state, never incremented.
CREATE TABLE rollup_status (
  advertiser_id bigint NOT NULL,
  -- Of the transaction, in UTC.
  day date NOT NULL,
  status transaction_status NOT NULL,
  transactions bigint NOT NULL,
  order_value bigint NOT NULL,
  commission bigint NOT NULL,
  PRIMARY KEY (advertiser_id, day, status)
) WITH (fillfactor = 90);

-- Every state that was written before this instant is counted; what changed since is counted by the reader.
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
