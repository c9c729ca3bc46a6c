-- What a brand gives and proves before its programme opens.

CREATE TABLE company (
  advertiser_id bigint PRIMARY KEY REFERENCES advertiser (id),
  legal_name text NOT NULL CHECK (length(legal_name) <= 160),
  street text NOT NULL CHECK (length(street) <= 200),
  postal_code text NOT NULL CHECK (length(postal_code) <= 20),
  city text NOT NULL CHECK (length(city) <= 120),
  country_code text NOT NULL CHECK (country_code ~ '^([A-Z]{2})?$'),
  vat_number text NOT NULL CHECK (length(vat_number) <= 40),
  contact_name text NOT NULL CHECK (length(contact_name) <= 120),
  contact_email text NOT NULL CHECK (length(contact_email) <= 254),
  changed_at timestamptz NOT NULL
);

-- A host that a brand names and has not proved. No tracking link leads there, and it keeps the host from nobody.
CREATE TABLE pending_domain (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  advertiser_id bigint NOT NULL REFERENCES advertiser (id),
  host text NOT NULL CHECK (host ~ '^[a-z0-9.-]{1,253}(:[0-9]{1,5})?$'),
  token text NOT NULL UNIQUE CHECK (token ~ '^[A-Za-z0-9_-]{43}$'),
  created_at timestamptz NOT NULL,
  checked_at timestamptz,
  file_fault text CHECK (file_fault IN ('not_public', 'unreachable', 'redirect', 'status', 'other_text')),
  record_fault text CHECK (record_fault IN ('none', 'other_text')),
  CONSTRAINT pending_domain_host UNIQUE (advertiser_id, host),
  CHECK (num_nulls(checked_at, file_fault, record_fault) IN (0, 3))
);

CREATE TABLE setup (
  advertiser_id bigint PRIMARY KEY REFERENCES advertiser (id),
  click_param_set_at timestamptz,
  test_skipped_at timestamptz,
  test_skipped_by bigint REFERENCES account (id),
  CHECK (test_skipped_by IS NULL OR test_skipped_at IS NOT NULL)
);

CREATE TABLE opening (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  program_id bigint NOT NULL REFERENCES program (id),
  state text NOT NULL CHECK (state IN ('waiting', 'approved', 'declined', 'withdrawn')),
  requested_at timestamptz NOT NULL,
  requested_by bigint REFERENCES account (id),
  decided_at timestamptz,
  decided_by bigint REFERENCES account (id),
  reason text NOT NULL DEFAULT '' CHECK (length(reason) <= 1000),
  CHECK ((state = 'waiting') = (decided_at IS NULL)),
  CHECK ((state = 'declined') = (reason <> ''))
);

CREATE UNIQUE INDEX opening_waiting ON opening (program_id) WHERE state = 'waiting';

CREATE INDEX opening_program ON opening (program_id, id DESC);

-- One row, from the first change on: whether an operator reviews a programme before it opens.
CREATE TABLE opening_policy (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  is_review_required boolean NOT NULL,
  changed_at timestamptz NOT NULL,
  changed_by bigint REFERENCES account (id)
);

-- The last checked orders with a test click. They are in no other table.
CREATE TABLE test_order (
  advertiser_id bigint NOT NULL REFERENCES advertiser (id),
  id uuid NOT NULL,
  received_at timestamptz NOT NULL,
  channel postback_channel NOT NULL,
  parameters jsonb NOT NULL,
  reason postback_reason,
  order_value order_amount,
  commission order_amount,
  currency currency_code,
  terms_version int CHECK (terms_version > 0),
  PRIMARY KEY (advertiser_id, id),
  CHECK (num_nulls(order_value, commission, currency, terms_version) = CASE WHEN reason IS NULL THEN 0 ELSE 4 END)
);
