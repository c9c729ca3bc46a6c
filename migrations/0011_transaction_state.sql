-- The present state of a transaction, in one row: status, reason, actor and time of the last decision, value and
-- commission. The statement that adds a decision also updates this row. Lists, reports and sums read it; decisions stay
-- append-only.

CREATE TYPE transaction_status AS ENUM ('PENDING', 'CONFIRMED', 'CANCELLED');
CREATE DOMAIN cancel_reason AS text CHECK (VALUE IN (
  'ORDER_CANCELLED', 'RETURNED_MERCHANDISE', 'DUPLICATED_ORDER', 'INVALID_CREDIT_CARD', 'OUT_OF_STOCK', 'ORDER_ERROR',
  'UNQUALIFIED_LEAD', 'FRAUD', 'TERMS_BREACH', 'CREDITED_ELSEWHERE', 'TEST_ACTION', 'OTHER'
));

CREATE TABLE transaction_state (
  publisher_id bigint NOT NULL,
  transaction_id uuid NOT NULL,
  advertiser_id bigint NOT NULL,
  transaction_at timestamptz NOT NULL,
  -- When the row was last written: by the order or by a decision.
  changed_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by bigint,
  order_value order_amount NOT NULL,
  commission order_amount NOT NULL,
  -- The number of the last decision; 0 before the first.
  sequence int NOT NULL,
  status transaction_status NOT NULL,
  currency currency_code NOT NULL,
  reason_code cancel_reason
);

INSERT INTO transaction_state (
  publisher_id, transaction_id, advertiser_id, transaction_at, changed_at, decided_at, decided_by, order_value,
  commission, sequence, status, currency, reason_code
)
SELECT sold.publisher_id, sold.id, sold.advertiser_id, sold.transaction_at,
  greatest(sold.recorded_at, last.decided_at), last.decided_at, last.decided_by, sold.order_value, sold.commission,
  coalesce(last.sequence, 0), coalesce(last.status, 'PENDING')::transaction_status, sold.currency, last.reason_code
FROM transaction AS sold LEFT JOIN (
  SELECT DISTINCT ON (publisher_id, transaction_id) *
  FROM transaction_decision ORDER BY publisher_id, transaction_id, sequence DESC
) AS last ON last.publisher_id = sold.publisher_id AND last.transaction_id = sold.id;

ALTER TABLE transaction_state
  ADD PRIMARY KEY (publisher_id, transaction_id),
  ADD FOREIGN KEY (publisher_id, transaction_id) REFERENCES transaction (publisher_id, id) ON DELETE RESTRICT;

-- One index for each list, newest first within a status. The last column makes each position unique, so a page can
-- begin after a given row. A list of all statuses merges the three.
CREATE INDEX transaction_state_by_status ON transaction_state (status, transaction_at DESC, transaction_id);
CREATE INDEX transaction_state_by_advertiser
  ON transaction_state (advertiser_id, status, transaction_at DESC, transaction_id);
CREATE INDEX transaction_state_by_publisher
  ON transaction_state (publisher_id, status, transaction_at DESC, transaction_id);
-- Roll-ups find the rows to recount by this index.
CREATE INDEX transaction_state_changed ON transaction_state (changed_at);

-- The indexes above replace these.
DROP INDEX transaction_by_time, transaction_by_advertiser, transaction_recorded, transaction_decision_time;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'tandem_app') THEN
    GRANT SELECT, INSERT, UPDATE ON transaction_state TO tandem_app;
    REVOKE DELETE, TRUNCATE ON transaction_state FROM tandem_app;
  END IF;
END
$$;
