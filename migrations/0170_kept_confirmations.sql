-- What postbacks confirm while the currency of the order has no exchange rate. A job makes it once there is a rate, and
-- deletes the row.
CREATE TABLE kept_confirmation (
  publisher_id bigint NOT NULL,
  transaction_id uuid NOT NULL,
  advertiser_id bigint NOT NULL,
  order_ref text NOT NULL,
  event text NOT NULL,
  decision jsonb NOT NULL,
  kept_at timestamptz NOT NULL,
  PRIMARY KEY (publisher_id, transaction_id),
  FOREIGN KEY (publisher_id, transaction_id) REFERENCES transaction (publisher_id, id) ON DELETE RESTRICT
);

-- Such a postback is accepted.
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
      WHEN 'accepted' THEN reason IS NOT NULL AND reason IN ('clock_ahead', 'confirm_without_rate')
      WHEN 'duplicate' THEN reason IS NULL OR reason IN ('amount_differs', 'click_differs')
      ELSE reason IS NULL
    END;
END
$$;
