-- What a run deducts from a small balance of a closed account.
ALTER TABLE payout ADD COLUMN fee_amount bigint NOT NULL DEFAULT 0 CHECK (fee_amount >= 0);
ALTER TABLE payout
  DROP CONSTRAINT payout_check,
  ADD CONSTRAINT payout_check CHECK (lines_amount + carried_amount = amount + fee_amount + rest_amount);

ALTER TABLE payout_exclusion
  DROP CONSTRAINT payout_exclusion_reason_check,
  ADD CONSTRAINT payout_exclusion_reason_check CHECK (reason IN (
    'below_minimum', 'closing', 'negative', 'no_details', 'details_changed', 'unverified_email', 'no_tax_form',
    'tax_form_waiting', 'tax_form_expired', 'not_approved', 'on_hold', 'closed', 'open_payout'
  ));

-- A balance that a publisher no longer gets: a small one of a closed account, or one that lapsed. Its statement lines
-- name it as they name a payout.
CREATE TABLE forfeiture (
  publisher_id bigint NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('retained', 'lapsed')),
  -- All in 1/10,000 USD. The lines with what earlier payouts did not pay of theirs.
  lines_amount bigint NOT NULL,
  carried_amount bigint NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  -- The part of the amount that is the fee.
  fee_amount bigint NOT NULL CHECK (fee_amount BETWEEN 0 AND amount),
  line_count int NOT NULL CHECK (line_count >= 0),
  made_at timestamptz NOT NULL,
  PRIMARY KEY (publisher_id, id),
  CHECK (lines_amount + carried_amount = amount),
  CHECK (fee_amount = 0 OR kind = 'retained')
);
CREATE INDEX forfeiture_by_time ON forfeiture (made_at);

-- What a publisher was told before its balance lapses. A later activity begins anew.
CREATE TABLE lapse_warning (
  publisher_id bigint NOT NULL,
  -- The UTC day of the last activity.
  last_active_on date NOT NULL,
  -- The UTC day on which the balance lapses.
  lapses_on date NOT NULL CHECK (lapses_on > last_active_on),
  warned_at timestamptz NOT NULL,
  warned_again_at timestamptz CHECK (warned_again_at >= warned_at),
  PRIMARY KEY (publisher_id, last_active_on)
);
