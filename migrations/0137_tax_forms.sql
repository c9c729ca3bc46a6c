-- What a publisher is before the law and for taxes. Statements print the address.
ALTER TABLE legal_detail
  ADD COLUMN address text NOT NULL DEFAULT '' CHECK (length(address) <= 300),
  ADD COLUMN zip_code text NOT NULL DEFAULT '' CHECK (length(zip_code) <= 20),
  -- An ISO 3166 code.
  ADD COLUMN country text NOT NULL DEFAULT '' CHECK (country ~ '^([A-Z]{2})?$'),
  -- Nothing has written these two.
  DROP COLUMN tax_form,
  DROP COLUMN tax_form_signed_on;

-- The tax forms that publishers handed in. One waits and one holds at most; while a new one waits, the earlier one
-- holds.
CREATE TABLE tax_form (
  id uuid PRIMARY KEY,
  publisher_id bigint NOT NULL REFERENCES publisher (id) ON DELETE CASCADE,
  form text NOT NULL CHECK (form IN ('W-9', 'W-8BEN', 'W-8BEN-E')),
  -- The day on which the publisher signed it.
  signed_on date NOT NULL,
  -- The last day on which it holds; null for a form without an end.
  expires_on date,
  -- Null once the file was deleted.
  file_id uuid REFERENCES stored_file (id) ON DELETE SET NULL,
  status text NOT NULL CHECK (status IN ('waiting', 'verified', 'refused', 'replaced')),
  submitted_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by bigint REFERENCES account (id),
  -- Why it was refused; the publisher reads it.
  reason text CHECK (length(reason) BETWEEN 1 AND 300),
  -- How many of the two mails about its end were sent: some weeks before, and when it has ended.
  end_mails smallint NOT NULL DEFAULT 0 CHECK (end_mails BETWEEN 0 AND 2),
  CHECK ((form = 'W-9') = (expires_on IS NULL)),
  CHECK (status <> 'waiting' OR decided_at IS NULL),
  CHECK (status NOT IN ('verified', 'refused') OR decided_at IS NOT NULL),
  CHECK ((status = 'refused') = (reason IS NOT NULL))
);
CREATE INDEX tax_form_by_publisher ON tax_form (publisher_id, submitted_at);
CREATE UNIQUE INDEX tax_form_waiting ON tax_form (publisher_id) WHERE status = 'waiting';
CREATE UNIQUE INDEX tax_form_verified ON tax_form (publisher_id) WHERE status = 'verified';
CREATE INDEX tax_form_queue ON tax_form (submitted_at) WHERE status = 'waiting';
CREATE INDEX tax_form_end ON tax_form (expires_on) WHERE status = 'verified' AND end_mails < 2;

-- One row, from the first change on: whether publishers are paid only with a verified tax form. A new network asks for
-- one. A network that has publishers has paid without it until now, so it goes on until an operator decides.
CREATE TABLE tax_policy (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  is_form_required boolean NOT NULL,
  changed_at timestamptz NOT NULL,
  changed_by bigint REFERENCES account (id)
);
INSERT INTO tax_policy (is_form_required, changed_at) SELECT false, now() WHERE EXISTS (SELECT FROM publisher);

-- A run leaves out who has no form that holds.
ALTER TABLE payout_exclusion DROP CONSTRAINT payout_exclusion_reason_check;
ALTER TABLE payout_exclusion ADD CONSTRAINT payout_exclusion_reason_check CHECK (reason IN (
  'below_minimum', 'negative', 'no_details', 'details_changed', 'unverified_email', 'no_tax_form', 'tax_form_waiting',
  'tax_form_expired', 'not_approved', 'on_hold', 'closed', 'open_payout'
));

-- Only the owner of an address can have chosen the password of its account.
CREATE OR REPLACE VIEW account_summary AS
  SELECT id, display_name, email, role, locale, review_status, receives_notices, created_at, erased_at,
    password_hash IS NOT NULL AS is_confirmed
  FROM account;
