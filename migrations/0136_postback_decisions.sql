-- A server secret stays on the server of the shop and may decide orders. A pixel secret stands in pages, where anyone
-- can read it, so it only reports. Nothing says where a shop uses its present secrets, so they only report.
ALTER TABLE postback_secret ADD COLUMN kind text NOT NULL DEFAULT 'pixel' CHECK (kind IN ('server', 'pixel'));
ALTER TABLE postback_secret ALTER COLUMN kind DROP DEFAULT;

-- A postback can decide its order, or find it decided so already. NOT VALID, because every stored value satisfies the
-- narrower rule before.
ALTER DOMAIN postback_result DROP CONSTRAINT postback_result_check;
ALTER DOMAIN postback_result ADD CONSTRAINT postback_result_check CHECK (
  VALUE IN ('recorded', 'duplicate', 'rejected', 'accepted', 'decided', 'unchanged')
) NOT VALID;

ALTER DOMAIN postback_reason DROP CONSTRAINT postback_reason_check;
ALTER DOMAIN postback_reason ADD CONSTRAINT postback_reason_check CHECK (VALUE IN (
  'unreadable_request', 'malformed_field', 'missing_click_id', 'forged_click_id', 'unknown_click', 'wrong_advertiser',
  'click_not_payable', 'expired_click', 'click_too_far_ahead', 'missing_order_id', 'malformed_order_id',
  'malformed_event', 'unknown_event', 'missing_amount', 'malformed_amount', 'negative_amount', 'absurd_amount',
  'malformed_items', 'items_differ', 'unsupported_currency', 'cancelled_order', 'test', 'amount_differs',
  'click_differs', 'clock_ahead', 'server_secret_in_pixel', 'report_only_secret', 'unknown_order', 'unknown_reason',
  'missing_evidence', 'already_cancelled', 'value_differs', 'currency_differs', 'amend_amount', 'amend_above',
  'amend_items', 'confirm_without_rate', 'no_rate'
)) NOT VALID;

-- An order can be recorded without a part of what was reported, for a reason.
CREATE OR REPLACE FUNCTION is_consistent_postback(
  result text, reason text, publisher_id bigint, transaction_id uuid
) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN (result IN ('rejected', 'accepted')) = (transaction_id IS NULL)
    AND (publisher_id IS NULL) = (transaction_id IS NULL)
    AND CASE result
      WHEN 'recorded' THEN reason IS NULL
        OR reason IN ('no_rate', 'items_differ', 'malformed_items', 'report_only_secret')
      WHEN 'rejected' THEN reason IS NOT NULL
        AND reason NOT IN ('amount_differs', 'click_differs', 'clock_ahead', 'no_rate')
      WHEN 'accepted' THEN reason IS NOT NULL AND reason = 'clock_ahead'
      WHEN 'duplicate' THEN reason IS NULL OR reason IN ('amount_differs', 'click_differs')
      ELSE reason IS NULL
    END;
END
$$;

-- The parts of an order as they were reported (sequence 0), and those of an amendment by the number of its decision.
CREATE TABLE transaction_item (
  publisher_id bigint NOT NULL,
  transaction_id uuid NOT NULL,
  sequence int NOT NULL CHECK (sequence >= 0),
  line_no smallint NOT NULL CHECK (line_no BETWEEN 1 AND 100),
  "group" text CHECK (length("group") BETWEEN 1 AND 60),
  sku text CHECK (length(sku) BETWEEN 1 AND 100),
  quantity int CHECK (quantity > 0),
  -- Of the whole line, in the currency of the order.
  amount order_amount NOT NULL,
  PRIMARY KEY (publisher_id, transaction_id, sequence, line_no),
  FOREIGN KEY (publisher_id, transaction_id) REFERENCES transaction (publisher_id, id) ON DELETE RESTRICT,
  CHECK ("group" IS NOT NULL OR sku IS NOT NULL)
);

-- What a waiting order is recorded with once its click has come.
ALTER TABLE waiting_order ADD COLUMN items jsonb NOT NULL DEFAULT '[]', ADD COLUMN remark postback_reason;
