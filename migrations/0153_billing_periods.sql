-- The times in which an advertiser paid later. What is decided in them stands in invoices, also after it pays in
-- advance again. An advertiser pays later while its last period is open.
CREATE TABLE billing_period (
  advertiser_id bigint NOT NULL REFERENCES advertiser (id) ON DELETE RESTRICT,
  began_at timestamptz NOT NULL,
  -- Decisions since then are invoiced: the oldest that was not covered when the period began, or its beginning.
  owed_from timestamptz NOT NULL CHECK (owed_from <= began_at),
  ended_at timestamptz CHECK (ended_at >= began_at),
  PRIMARY KEY (advertiser_id, began_at)
);
CREATE UNIQUE INDEX billing_period_open ON billing_period (advertiser_id) WHERE ended_at IS NULL;

INSERT INTO billing_period (advertiser_id, began_at, owed_from)
SELECT advertiser_id, invoiced_from, invoiced_from FROM advertiser_billing WHERE invoiced_from IS NOT NULL;
ALTER TABLE advertiser_billing DROP COLUMN invoiced_from;
