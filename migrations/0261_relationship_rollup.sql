-- The orders of each publisher at each advertiser by day and status, for the history of a publisher that an advertiser
-- reads beside an order. Recomputed from transaction_state, never incremented; rollup_status_progress says until when,
-- as for rollup_status.
CREATE TABLE rollup_relationship (
  publisher_id bigint NOT NULL,
  advertiser_id bigint NOT NULL,
  -- The day of the transaction, in UTC.
  day date NOT NULL,
  pending bigint NOT NULL,
  confirmed bigint NOT NULL,
  cancelled bigint NOT NULL,
  PRIMARY KEY (publisher_id, advertiser_id, day)
) WITH (fillfactor = 90);

INSERT INTO rollup_relationship (publisher_id, advertiser_id, day, pending, confirmed, cancelled)
SELECT publisher_id, advertiser_id, (transaction_at AT TIME ZONE 'UTC')::date,
  count(*) FILTER (WHERE status = 'PENDING'), count(*) FILTER (WHERE status = 'CONFIRMED'),
  count(*) FILTER (WHERE status = 'CANCELLED')
FROM transaction_state GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
