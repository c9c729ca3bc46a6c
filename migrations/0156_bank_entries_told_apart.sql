-- A file can have two payments with the same reference, amount and day: they are told apart by their place among these.
-- One that may be a deposit that an operator entered by hand waits, as does one that is too large for a deposit.
ALTER TABLE bank_entry
  ADD COLUMN occurrence int NOT NULL DEFAULT 1 CHECK (occurrence > 0),
  ADD COLUMN likely_deposit_id uuid REFERENCES deposit (id) ON DELETE RESTRICT,
  DROP CONSTRAINT bank_entry_reference_amount_booked_on_key,
  ADD UNIQUE (reference, amount, booked_on, occurrence),
  DROP CONSTRAINT bank_entry_problem_check,
  ADD CONSTRAINT bank_entry_problem_check CHECK (problem IN (
    'no_reference', 'unknown_reference', 'ambiguous', 'other_amount', 'currency', 'reversal', 'above_bound', 'repeated',
    'looks_like'
  )),
  ADD CHECK ((problem IS NOT DISTINCT FROM 'looks_like') = (likely_deposit_id IS NOT NULL));
