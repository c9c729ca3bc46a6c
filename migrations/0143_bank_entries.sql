-- Payments that came in on the network's bank account, from files of the bank. What names an advertiser is recorded as
-- its deposit; the rest waits for the decision of an operator.
CREATE TABLE bank_entry (
  id uuid PRIMARY KEY,
  -- What the bank calls it. With amount and day it makes a payment known, so that no file records it twice.
  reference text NOT NULL CHECK (length(reference) BETWEEN 1 AND 100),
  -- In 1/10,000 of the unit of its currency.
  amount bigint NOT NULL CHECK (amount > 0),
  currency text NOT NULL CHECK (length(currency) <= 10),
  booked_on date NOT NULL,
  payer text NOT NULL CHECK (length(payer) <= 140),
  -- What the payer wrote.
  remittance text NOT NULL CHECK (length(remittance) <= 500),
  state text NOT NULL CHECK (state IN ('recorded', 'waiting', 'dismissed')),
  -- Why no advertiser was found, or why the amount leaves it open.
  problem text CHECK (problem IN (
    'no_reference', 'unknown_reference', 'ambiguous', 'other_amount', 'currency', 'reversal'
  )),
  -- Whose payment it is or, while it waits, probably is.
  advertiser_id bigint REFERENCES advertiser (id) ON DELETE RESTRICT,
  deposit_id uuid UNIQUE REFERENCES deposit (id) ON DELETE RESTRICT,
  source text NOT NULL CHECK (source IN ('upload', 'fetch')),
  imported_at timestamptz NOT NULL,
  -- Who decided it by hand, when and, of a dismissed one, why.
  decided_by bigint REFERENCES account (id),
  decided_at timestamptz,
  note text CHECK (length(note) BETWEEN 1 AND 300),
  UNIQUE (reference, amount, booked_on),
  CHECK ((state = 'recorded') = (deposit_id IS NOT NULL)),
  CHECK (state <> 'recorded' OR advertiser_id IS NOT NULL),
  CHECK (state <> 'waiting' OR (problem IS NOT NULL AND decided_at IS NULL)),
  CHECK ((state = 'dismissed') = (note IS NOT NULL))
);
CREATE INDEX bank_entry_waiting ON bank_entry (booked_on, id) WHERE state = 'waiting';

-- One row, from the first fetch on: what came of the last one.
CREATE TABLE bank_fetch (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  fetched_at timestamptz NOT NULL,
  -- Null when the file was read.
  fault text CHECK (length(fault) BETWEEN 1 AND 60),
  recorded int NOT NULL DEFAULT 0,
  waiting int NOT NULL DEFAULT 0,
  known int NOT NULL DEFAULT 0
);
