-- What is confirmed and what it costs, beside what counts for publishers: the reports of advertisers show both.
ALTER TABLE rollup_hour
  ADD COLUMN confirmed_transactions bigint NOT NULL DEFAULT 0,
  ADD COLUMN confirmed_order_value bigint NOT NULL DEFAULT 0,
  ADD COLUMN confirmed_commission bigint NOT NULL DEFAULT 0,
  ADD COLUMN fee bigint NOT NULL DEFAULT 0;
ALTER TABLE rollup_day
  ADD COLUMN confirmed_transactions bigint NOT NULL DEFAULT 0,
  ADD COLUMN confirmed_order_value bigint NOT NULL DEFAULT 0,
  ADD COLUMN confirmed_commission bigint NOT NULL DEFAULT 0,
  ADD COLUMN fee bigint NOT NULL DEFAULT 0;

UPDATE rollup_hour AS hours
SET confirmed_transactions = confirmed.transactions, confirmed_order_value = confirmed.order_value,
  confirmed_commission = confirmed.commission, fee = confirmed.fee
FROM (
  SELECT sold.publisher_id, date_bin('1 hour', sold.clicked_at, timestamptz '2000-01-01 00:00:00+00') AS hour,
    sold.site_id, sold.advertiser_id, count(*) AS transactions,
    coalesce(sum(state.order_value), 0)::bigint AS order_value,
    coalesce(sum(state.commission), 0)::bigint AS commission,
    sum(state.fee)::bigint AS fee
  FROM transaction AS sold JOIN transaction_state AS state
    ON state.publisher_id = sold.publisher_id AND state.transaction_id = sold.id
  WHERE state.status = 'CONFIRMED' GROUP BY 1, 2, 3, 4
) AS confirmed
WHERE hours.publisher_id = confirmed.publisher_id AND hours.hour = confirmed.hour
  AND hours.site_id = confirmed.site_id AND hours.advertiser_id = confirmed.advertiser_id;

UPDATE rollup_day AS days
SET confirmed_transactions = confirmed.transactions, confirmed_order_value = confirmed.order_value,
  confirmed_commission = confirmed.commission, fee = confirmed.fee
FROM (
  SELECT publisher_id, (hour AT TIME ZONE 'UTC')::date AS day, site_id, advertiser_id,
    sum(confirmed_transactions)::bigint AS transactions, sum(confirmed_order_value)::bigint AS order_value,
    sum(confirmed_commission)::bigint AS commission, sum(fee)::bigint AS fee
  FROM rollup_hour WHERE confirmed_transactions > 0 GROUP BY 1, 2, 3, 4
) AS confirmed
WHERE days.publisher_id = confirmed.publisher_id AND days.day = confirmed.day
  AND days.site_id = confirmed.site_id AND days.advertiser_id = confirmed.advertiser_id;

-- The days of a publisher at an advertiser, summed over the publisher's sites. A report of an advertiser over a month
-- reads one row of each publisher and day.
CREATE TABLE rollup_advertiser (
  publisher_id bigint NOT NULL,
  -- The day of the click, in UTC.
  day date NOT NULL,
  advertiser_id bigint NOT NULL,
  clicks bigint NOT NULL,
  transactions bigint NOT NULL,
  cancelled_transactions bigint NOT NULL,
  order_value bigint NOT NULL,
  commission bigint NOT NULL,
  confirmed_transactions bigint NOT NULL,
  confirmed_order_value bigint NOT NULL,
  confirmed_commission bigint NOT NULL,
  fee bigint NOT NULL,
  PRIMARY KEY (publisher_id, day, advertiser_id)
) WITH (fillfactor = 90);

INSERT INTO rollup_advertiser
SELECT publisher_id, day, advertiser_id, sum(clicks), sum(transactions), sum(cancelled_transactions),
  sum(order_value), sum(commission), sum(confirmed_transactions), sum(confirmed_order_value),
  sum(confirmed_commission), sum(fee)
FROM rollup_day WHERE advertiser_id <> 0
GROUP BY publisher_id, day, advertiser_id ORDER BY advertiser_id, day, publisher_id;

-- The same over all publishers: a report by day reads one row of each day.
CREATE TABLE rollup_advertiser_total (
  advertiser_id bigint NOT NULL,
  -- The day of the click, in UTC.
  day date NOT NULL,
  clicks bigint NOT NULL,
  transactions bigint NOT NULL,
  cancelled_transactions bigint NOT NULL,
  order_value bigint NOT NULL,
  commission bigint NOT NULL,
  confirmed_transactions bigint NOT NULL,
  confirmed_order_value bigint NOT NULL,
  confirmed_commission bigint NOT NULL,
  fee bigint NOT NULL,
  PRIMARY KEY (advertiser_id, day)
) WITH (fillfactor = 90);

INSERT INTO rollup_advertiser_total
SELECT advertiser_id, day, sum(clicks), sum(transactions), sum(cancelled_transactions), sum(order_value),
  sum(commission), sum(confirmed_transactions), sum(confirmed_order_value), sum(confirmed_commission), sum(fee)
FROM rollup_advertiser GROUP BY advertiser_id, day ORDER BY advertiser_id, day;

CREATE INDEX rollup_advertiser_by_day ON rollup_advertiser (advertiser_id, day);
CREATE INDEX rollup_day_by_advertiser ON rollup_day (advertiser_id, day);

-- The decided orders of an advertiser by the day of the order and the day of their last decision: which part of a
-- month's orders was confirmed in which month, and how many of the orders decided in a week were cancelled. Recomputed
-- with rollup_status, whose progress says until when.
CREATE TABLE rollup_cohort (
  advertiser_id bigint NOT NULL,
  -- The days of the transaction and of its last decision, in UTC.
  day date NOT NULL,
  decided_on date NOT NULL,
  status transaction_status NOT NULL CHECK (status <> 'PENDING'),
  transactions bigint NOT NULL,
  order_value bigint NOT NULL,
  commission bigint NOT NULL,
  PRIMARY KEY (advertiser_id, day, decided_on, status)
) WITH (fillfactor = 90);

INSERT INTO rollup_cohort
SELECT advertiser_id, (transaction_at AT TIME ZONE 'UTC')::date, (decided_at AT TIME ZONE 'UTC')::date, status,
  count(*), coalesce(sum(order_value), 0), coalesce(sum(commission), 0)
FROM transaction_state WHERE status <> 'PENDING' AND decided_at IS NOT NULL
GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4;
