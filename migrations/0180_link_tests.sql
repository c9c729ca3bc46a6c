-- The last test of each address to which promotions of an advertiser lead. A test may come before its promotion.
CREATE TABLE link_test (
  advertiser_id bigint NOT NULL REFERENCES advertiser (id),
  -- In percent-encoding, as a promotion holds it.
  url text NOT NULL CHECK (length(url) <= 2000),
  tested_at timestamptz NOT NULL,
  fault text CHECK (fault IN ('refused', 'unreachable', 'timeout', 'busy', 'too_many_hops', 'status', 'lost')),
  PRIMARY KEY (advertiser_id, url)
);
CREATE INDEX link_test_age ON link_test (tested_at);

-- The orders with a coupon code, of which an order without a click has no click id.
CREATE INDEX transaction_by_coupon ON transaction (advertiser_id, upper(coupon), transaction_at)
  INCLUDE (publisher_id, click_id) WHERE coupon IS NOT NULL;
