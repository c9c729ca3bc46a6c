-- What a file of the bank proves: on whose account, which booking, and what it takes back.

ALTER TABLE bank_entry
  ADD COLUMN direction text NOT NULL DEFAULT 'in' CHECK (direction IN ('in', 'out')),
  -- Whether the bank gives the reference to one booking alone, as far as it shows. If not, it names the file too.
  ADD COLUMN is_sure boolean NOT NULL DEFAULT true,
  ADD COLUMN file_id text NOT NULL DEFAULT '' CHECK (length(file_id) <= 16),
  -- The booking of which it is all or a part, so that a notification and a statement of it know each other.
  ADD COLUMN booking text CHECK (length(booking) BETWEEN 1 AND 100),
  ADD COLUMN booking_amount bigint CHECK (booking_amount >= amount),
  ADD COLUMN booking_parts int CHECK (booking_parts > 0),
  -- The entry of an earlier file that it may be once more, or may take back.
  ADD COLUMN earlier_entry_id uuid REFERENCES bank_entry (id) ON DELETE RESTRICT,
  ADD CHECK (num_nulls(booking, booking_amount, booking_parts) IN (0, 3)),
  ADD CHECK (problem IS DISTINCT FROM 'looks_known' OR earlier_entry_id IS NOT NULL),
  ADD CHECK (direction = 'in' OR problem = 'taken_back'),
  DROP CONSTRAINT bank_entry_problem_check,
  ADD CONSTRAINT bank_entry_problem_check CHECK (problem IN (
    'no_reference', 'unknown_reference', 'ambiguous', 'other_amount', 'currency', 'reversal', 'above_bound', 'repeated',
    'looks_like', 'looks_known', 'unexplained', 'taken_back'
  )),
  DROP CONSTRAINT bank_entry_reference_amount_booked_on_occurrence_key,
  ADD UNIQUE (reference, amount, booked_on, occurrence, direction);
CREATE INDEX bank_entry_booking ON bank_entry (booking, booked_on) WHERE booking IS NOT NULL;
CREATE INDEX bank_entry_amount ON bank_entry (amount, booked_on);
CREATE INDEX bank_entry_earlier ON bank_entry (earlier_entry_id) WHERE earlier_entry_id IS NOT NULL;

-- The accounts that files named. The one that pays publishers is configured; others count from an operator's word on.
CREATE TABLE bank_account (
  -- The IBAN, or what else numbers it, without blanks.
  account text PRIMARY KEY CHECK (account ~ '^[^\s]{1,40}$'),
  found_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  confirmed_by bigint REFERENCES account (id),
  CHECK (confirmed_by IS NULL OR confirmed_at IS NOT NULL)
);
