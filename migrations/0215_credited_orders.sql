-- A brand credits an order that matched no click: it makes the claim for a publisher, and accepts it.
ALTER TABLE claim ADD COLUMN origin text NOT NULL DEFAULT 'publisher' CHECK (origin IN ('publisher', 'advertiser'));
ALTER TABLE claim_event DROP CONSTRAINT claim_event_kind_check;
ALTER TABLE claim_event ADD CONSTRAINT claim_event_kind_check CHECK (kind IN ('filed', 'credited', 'answered',
  'insisted', 'asked', 'evidenced', 'accepted', 'refused', 'withdrawn'));

CREATE INDEX claim_of_order ON claim (advertiser_id, order_ref);

-- An order without a click that a brand has put aside, because it owes nobody anything for it.
CREATE TABLE orphan_dismissal (
  advertiser_id bigint NOT NULL REFERENCES advertiser (id) ON DELETE RESTRICT,
  order_ref text NOT NULL CHECK (length(order_ref) BETWEEN 1 AND 500),
  reason text NOT NULL CHECK (reason IN ('NOT_FROM_PUBLISHER', 'TEST_ORDER', 'ORDER_CANCELLED', 'OTHER')),
  dismissed_at timestamptz NOT NULL,
  dismissed_by bigint REFERENCES account (id),
  PRIMARY KEY (advertiser_id, order_ref)
);
