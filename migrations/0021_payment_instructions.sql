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
  -- What has to be missing before a lack of funds has consequences, in 1/10,000 USD.
  smallest_missing bigint NOT NULL CHECK (smallest_missing BETWEEN 0 AND 1000000000000),
  changed_at timestamptz NOT NULL,
  changed_by bigint REFERENCES account (id)
);
