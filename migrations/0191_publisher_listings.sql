-- What brands read about a publisher who agreed that they find it. The row comes with the agreement and goes with its
-- withdrawal. An hourly job writes the facts of its sites and what the network measured in 90 days.
CREATE TABLE publisher_listing (
  publisher_id bigint PRIMARY KEY,
  listed_at timestamptz NOT NULL,
  -- Of its active sites; without one, brands do not find it.
  site_kinds text[] NOT NULL,
  categories text[] NOT NULL,
  countries text[] NOT NULL,
  is_verified boolean NOT NULL,
  -- Figures are stored as the numbers of their bands, from 0, and only where they are shown.
  evidence text NOT NULL CHECK (evidence IN ('measured', 'few_clicks', 'few_brands')),
  click_band smallint CHECK (click_band >= 0),
  order_band smallint CHECK (order_band >= 0),
  orders_compared text CHECK (orders_compared IN ('more', 'same', 'fewer')),
  -- The approved orders expected from 1,000 clicks, in millionths.
  score bigint CHECK (score >= 0),
  -- Null with too few decided orders.
  decided_band smallint CHECK (decided_band >= 0),
  approval_band smallint CHECK (approval_band >= 0),
  approval_compared text CHECK (approval_compared IN ('more', 'same', 'fewer')),
  measured_at timestamptz NOT NULL,
  CHECK (num_nonnulls(click_band, order_band, orders_compared, score)
    = CASE evidence WHEN 'measured' THEN 4 ELSE 0 END),
  CHECK (num_nonnulls(decided_band, approval_band, approval_compared) IN (0, 3)),
  CHECK (evidence = 'measured' OR decided_band IS NULL)
);

CREATE INDEX publisher_listing_score ON publisher_listing (score DESC NULLS LAST, publisher_id);
