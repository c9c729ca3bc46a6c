-- Rates by which orders in other currencies are counted in USD. A row is never changed: a later one of the same day and
-- currency counts for orders that have no rate yet.
CREATE TABLE exchange_rate (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The UTC day of the orders for which it counts first.
  day date NOT NULL,
  currency currency_code NOT NULL CHECK (currency <> 'USD'),
  -- USD for one unit of the currency.
  rate numeric(14, 10) NOT NULL CHECK (rate > 0 AND rate <= 1000),
  source text NOT NULL CHECK (source IN ('entered', 'imported', 'fetched')),
  recorded_by bigint,
  recorded_at timestamptz NOT NULL,
  CHECK (source <> 'fetched' OR recorded_by IS NULL)
);
CREATE INDEX exchange_rate_by_day ON exchange_rate (currency, day, id);

-- What the last fetch of rates brought: the rates that it added, or why it failed.
CREATE TABLE exchange_fetch (
  name text PRIMARY KEY CHECK (name = 'rates'),
  fetched_at timestamptz NOT NULL,
  added int NOT NULL CHECK (added >= 0),
  -- Null when it succeeded.
  failure text CHECK (failure IN ('refused', 'busy', 'timeout', 'unreachable', 'too_many_redirects', 'status', 'large',
    'lines')),
  -- The first wrong line of the file.
  line int CHECK (line > 0),
  -- When a fetch last succeeded.
  succeeded_at timestamptz,
  CHECK (failure IS NULL OR added = 0),
  CHECK (failure IS NOT NULL OR succeeded_at IS NOT NULL)
);

-- An order may be in any currency. A commission in percent is in the currency of the order, a fixed one in that of the
-- terms. All orders until now were in USD. The columns have no types with a CHECK, so that PostgreSQL adds them without
-- rewriting the table; the check of the ledger compares them.
ALTER TABLE transaction ADD COLUMN commission_currency text NOT NULL DEFAULT 'USD';

-- The state counts in USD; value and commission are null while there is no rate. `currency` is that of the order. An
-- order in another currency has its own value and commission beside them, and the rate that was used.
ALTER TABLE transaction_state
  ALTER COLUMN order_value DROP NOT NULL,
  ALTER COLUMN commission DROP NOT NULL,
  ADD COLUMN own_order_value bigint,
  ADD COLUMN own_commission bigint,
  ADD COLUMN rate_id bigint;
CREATE INDEX transaction_state_without_rate
  ON transaction_state (currency, transaction_at, publisher_id, transaction_id) WHERE order_value IS NULL;

-- A decision says the same of an order: what it is worth in USD, and in its own currency if that is another.
ALTER TABLE transaction_decision
  ALTER COLUMN order_value DROP NOT NULL,
  ALTER COLUMN commission DROP NOT NULL,
  ADD COLUMN own_order_value bigint,
  ADD COLUMN own_commission bigint,
  ADD CHECK (status <> 'CONFIRMED' OR (order_value IS NOT NULL AND commission IS NOT NULL)) NOT VALID;

-- The ledger is in USD only.
ALTER TABLE posting ADD CHECK (currency = 'USD') NOT VALID;
ALTER TABLE balance ADD CHECK (currency = 'USD') NOT VALID;

ALTER TABLE test_order ADD COLUMN commission_currency currency_code;
UPDATE test_order SET commission_currency = currency;
ALTER TABLE test_order ADD CHECK ((commission_currency IS NULL) = (currency IS NULL));

ALTER DOMAIN postback_reason DROP CONSTRAINT postback_reason_check;
ALTER DOMAIN postback_reason ADD CONSTRAINT postback_reason_check CHECK (VALUE IN (
  'unreadable_request', 'malformed_field', 'missing_click_id', 'forged_click_id', 'unknown_click', 'wrong_advertiser',
  'click_not_payable', 'expired_click', 'click_too_far_ahead', 'missing_order_id', 'malformed_order_id',
  'malformed_event', 'unknown_event', 'missing_amount', 'malformed_amount', 'negative_amount', 'absurd_amount',
  'items_differ', 'unsupported_currency', 'cancelled_order', 'test', 'amount_differs', 'click_differs', 'clock_ahead',
  'no_rate'
)) NOT VALID;

-- A recorded order without a rate is answered so.
CREATE OR REPLACE FUNCTION is_consistent_postback(
  result text, reason text, publisher_id bigint, transaction_id uuid
) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN (result IN ('rejected', 'accepted')) = (transaction_id IS NULL)
    AND (publisher_id IS NULL) = (transaction_id IS NULL)
    AND CASE result
      WHEN 'recorded' THEN reason IS NULL OR reason = 'no_rate'
      WHEN 'rejected' THEN reason IS NOT NULL
        AND reason NOT IN ('amount_differs', 'click_differs', 'clock_ahead', 'no_rate')
      WHEN 'accepted' THEN reason IS NOT NULL AND reason = 'clock_ahead'
      ELSE reason IS NULL OR reason IN ('amount_differs', 'click_differs')
    END;
END
$$;
