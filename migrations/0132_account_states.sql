-- What the network has decided about the account of a publisher, or the publisher itself: on hold (no payouts),
-- suspended (hits do not count) or closed. A row is one period of one state; without an open one the account is active.
CREATE TABLE account_state (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  publisher_id bigint NOT NULL REFERENCES publisher (id) ON DELETE RESTRICT,
  state text NOT NULL CHECK (state IN ('on_hold', 'suspended', 'closed')),
  -- What the publisher reads, or why it closed the account itself; then, and once it is erased, it may be empty.
  reason text NOT NULL CHECK (length(reason) <= 300),
  began_at timestamptz NOT NULL,
  -- The account that decided; null for a hold of before this table.
  began_by bigint REFERENCES account (id),
  ended_at timestamptz CHECK (ended_at >= began_at),
  ended_by bigint REFERENCES account (id),
  end_reason text CHECK (length(end_reason) <= 300),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
  CHECK (ended_by IS NULL OR ended_at IS NOT NULL)
);
CREATE UNIQUE INDEX account_state_open ON account_state (publisher_id, state) WHERE ended_at IS NULL;
CREATE INDEX account_state_by_publisher ON account_state (publisher_id, id);

INSERT INTO account_state (publisher_id, state, reason, began_at)
SELECT id, 'on_hold', hold_reason, held_at FROM payment_detail WHERE held_at IS NOT NULL;
ALTER TABLE payment_detail DROP COLUMN held_at, DROP COLUMN hold_reason;

-- Hits on links of such a publisher lead on and do not count.
ALTER TYPE verdict ADD VALUE 'suspended' AFTER 'not_navigation';
ALTER TYPE verdict ADD VALUE 'account_closed' AFTER 'suspended';

ALTER TABLE rollup_hour
  ADD COLUMN suspended bigint NOT NULL DEFAULT 0,
  ADD COLUMN account_closed bigint NOT NULL DEFAULT 0;
ALTER TABLE rollup_hour ALTER COLUMN suspended DROP DEFAULT, ALTER COLUMN account_closed DROP DEFAULT;
ALTER TABLE rollup_hour
  DROP CONSTRAINT rollup_hour_check,
  ADD CONSTRAINT rollup_hour_check CHECK (
    hits = payable + bot + prefetch + head + not_navigation + suspended + account_closed + no_consent + not_joined
      + program_closed + inactive_site + unknown_site + unknown_advertiser + invalid_url
  );
