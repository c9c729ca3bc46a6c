-- A paid payout has a statement with a number of its publisher, without gaps. The row keeps the legal data of the
-- publisher as they were then.
CREATE TABLE statement (
  publisher_id bigint NOT NULL,
  number int NOT NULL CHECK (number > 0),
  payout_id uuid NOT NULL,
  issued_at timestamptz NOT NULL,
  legal_name text NOT NULL CHECK (length(legal_name) <= 200),
  address text NOT NULL CHECK (length(address) <= 300),
  zip_code text NOT NULL CHECK (length(zip_code) <= 20),
  -- An ISO 3166 code.
  country text NOT NULL CHECK (length(country) <= 2),
  vat_id text NOT NULL CHECK (length(vat_id) <= 30),
  -- The version of the consent to self-billing; null without one.
  self_billing_version text CHECK (length(self_billing_version) <= 20),
  PRIMARY KEY (publisher_id, number),
  UNIQUE (publisher_id, payout_id),
  FOREIGN KEY (publisher_id, payout_id) REFERENCES payout (publisher_id, id) ON DELETE RESTRICT
);

-- The last number of each publisher. Its lock makes two payments of one publisher wait for each other.
CREATE TABLE statement_counter (
  publisher_id bigint PRIMARY KEY,
  last_number int NOT NULL CHECK (last_number > 0)
);

-- Who a publisher is for contracts and taxes; the id is the publisher's.
CREATE TABLE legal_detail (
  id bigint PRIMARY KEY REFERENCES publisher (id) ON DELETE CASCADE,
  legal_name text NOT NULL CHECK (length(legal_name) <= 200),
  kind text NOT NULL CHECK (kind IN ('person', 'company')),
  vat_id text NOT NULL DEFAULT '' CHECK (length(vat_id) <= 30),
  -- The version of the consent that the network issues statements as the publisher's invoices.
  self_billing_version text CHECK (length(self_billing_version) <= 20),
  self_billing_at timestamptz,
  tax_form text CHECK (tax_form IN ('W-9', 'W-8BEN', 'W-8BEN-E')),
  -- The day on which the publisher signed it.
  tax_form_signed_on date,
  changed_at timestamptz NOT NULL,
  CHECK ((self_billing_version IS NULL) = (self_billing_at IS NULL)),
  CHECK ((tax_form IS NULL) = (tax_form_signed_on IS NULL))
);
