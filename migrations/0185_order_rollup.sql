-- The orders of an advertiser by the day of the order and by what they say of themselves: the promotion of their link,
-- the coupon, country and device of their click, whether the buyer is new, and their event. At most 200 values of a day
-- are counted alone; an order without a value, and one of a rarer value, stand in the row of the empty value.
CREATE TABLE rollup_order (
  advertiser_id bigint NOT NULL,
  -- The day of the transaction, in UTC.
  day date NOT NULL,
  dimension text NOT NULL CHECK (dimension IN ('promotion', 'coupon', 'country', 'device', 'customer', 'event')),
  value text NOT NULL,
  transactions bigint NOT NULL,
  cancelled_transactions bigint NOT NULL,
  order_value bigint NOT NULL,
  commission bigint NOT NULL,
  confirmed_transactions bigint NOT NULL,
  confirmed_order_value bigint NOT NULL,
  confirmed_commission bigint NOT NULL,
  fee bigint NOT NULL,
  PRIMARY KEY (advertiser_id, dimension, day, value)
) WITH (fillfactor = 90);
