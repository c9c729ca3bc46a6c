-- An order whose click is newer than the clock is answered `accepted` and waits here until a job decides it.
CREATE TABLE waiting_order (
  advertiser_id bigint NOT NULL,
  order_ref order_reference NOT NULL,
  event text NOT NULL,
  -- The place among the waiting orders of the advertiser, which bounds their number.
  position int NOT NULL CHECK (position BETWEEN 1 AND 10000),
  publisher_id bigint NOT NULL,
  click_id uuid NOT NULL,
  clicked_at timestamptz NOT NULL,
  amount order_amount,
  currency currency_code,
  coupon text,
  customer_status customer_status,
  channel postback_channel NOT NULL,
  parameters jsonb NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (advertiser_id, order_ref, event),
  UNIQUE (advertiser_id, position),
  -- The time of a click is believed up to 24 hours ahead of the clock.
  CHECK (clicked_at - received_at > interval '0' AND clicked_at - received_at <= interval '24 hours')
);

-- NOT VALID, because every stored value satisfies the narrower rule before.
-- The names that PostgreSQL gave, because constraints of the table had the same names then.
ALTER DOMAIN postback_result DROP CONSTRAINT postback_result_check1;
ALTER DOMAIN postback_result ADD CONSTRAINT postback_result_check CHECK (
  VALUE IN ('recorded', 'duplicate', 'rejected', 'accepted')
) NOT VALID;

ALTER DOMAIN postback_reason DROP CONSTRAINT postback_reason_check1;
ALTER DOMAIN postback_reason ADD CONSTRAINT postback_reason_check CHECK (VALUE IN (
  'unreadable_request', 'malformed_field', 'missing_click_id', 'forged_click_id', 'unknown_click', 'wrong_advertiser',
  'click_not_payable', 'expired_click', 'click_too_far_ahead', 'missing_order_id', 'malformed_order_id',
  'malformed_event', 'unknown_event', 'missing_amount', 'malformed_amount', 'negative_amount', 'absurd_amount',
  'items_differ', 'unsupported_currency', 'cancelled_order', 'test', 'amount_differs', 'click_differs', 'clock_ahead'
)) NOT VALID;

-- An accepted order has no transaction yet.
CREATE OR REPLACE FUNCTION is_consistent_postback(
  result text, reason text, publisher_id bigint, transaction_id uuid
) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN (result IN ('rejected', 'accepted')) = (transaction_id IS NULL)
    AND (publisher_id IS NULL) = (transaction_id IS NULL)
    AND CASE result
      WHEN 'recorded' THEN reason IS NULL
      WHEN 'rejected' THEN reason IS NOT NULL AND reason NOT IN ('amount_differs', 'click_differs', 'clock_ahead')
      WHEN 'accepted' THEN reason IS NOT NULL AND reason = 'clock_ahead'
      ELSE reason IS NULL OR reason IN ('amount_differs', 'click_differs')
    END;
END
$$;
