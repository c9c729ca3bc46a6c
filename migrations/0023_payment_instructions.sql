-- How advertisers pay the network, as its operator says; no row until then. It is the network's own account.
CREATE TABLE payment_instruction (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  account_holder text NOT NULL CHECK (length(account_holder) BETWEEN 1 AND 120),
  -- An IBAN, or what else numbers the account, without blanks.
  account text NOT NULL CHECK (account ~ '^[A-Z0-9]{4,34}$'),
  -- The bank and its BIC; empty where the account says it.
  bank text NOT NULL CHECK (length(bank) <= 120),
  -- What else a payer has to know; empty for nothing.
  note text NOT NULL CHECK (length(note) <= 300),
  -- What has to be missing before the dates of the warnings begin, in 1/10,000 USD.
  smallest_missing bigint NOT NULL CHECK (smallest_missing BETWEEN 0 AND 1000000000000),
  changed_at timestamptz NOT NULL,
  changed_by bigint REFERENCES account (id)
);

-- Dates run only for advertisers that know how to pay: what began before starts anew when an operator has said so.
UPDATE program SET no_joins_from = NULL, closed_from = NULL, changed_at = now() WHERE no_joins_from IS NOT NULL;
UPDATE advertiser_billing SET warned_at = NULL, used_up_at = NULL, no_joins_from = NULL, closed_from = NULL
WHERE warned_at IS NOT NULL;
ALTER TABLE advertiser_billing
  -- Nobody is warned before there are payment instructions: true or null.
  ADD COLUMN is_warned boolean GENERATED ALWAYS AS (nullif(warned_at IS NOT NULL, false)) STORED
    REFERENCES payment_instruction (is_only),
  -- What was missing when the dates began, and the smallest sum that began them then, in 1/10,000 USD.
  ADD COLUMN missing_at_start bigint,
  ADD COLUMN smallest_at_start bigint,
  ADD CHECK (used_up_at IS NULL OR warned_at IS NOT NULL),
  ADD CONSTRAINT advertiser_billing_start_is_known
    CHECK (num_nulls(used_up_at, missing_at_start, smallest_at_start) IN (0, 3)),
  ADD CONSTRAINT advertiser_billing_smallest_is_missing CHECK (missing_at_start >= smallest_at_start);
