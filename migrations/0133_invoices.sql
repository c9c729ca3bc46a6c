-- An advertiser that pays later gets an invoice for each UTC month with commission and fees. An invoice is never
-- changed: what a later decision takes back stands in a later one.
CREATE TABLE invoice (
  id uuid PRIMARY KEY,
  -- Counts the invoices of the network without gaps.
  number int NOT NULL UNIQUE CHECK (number > 0),
  advertiser_id bigint NOT NULL REFERENCES advertiser (id) ON DELETE RESTRICT,
  -- The first day of the month.
  month date NOT NULL CHECK (date_trunc('month', month::timestamp) = month),
  issued_at timestamptz NOT NULL,
  due_on date NOT NULL,
  -- All in 1/10,000 USD. The lines, with what the invoice before left over, are the amount, in whole cents, and the
  -- rest, which the next invoice carries.
  lines_amount bigint NOT NULL,
  carried_amount bigint NOT NULL,
  amount bigint NOT NULL CHECK (amount % 100 = 0),
  rest_amount bigint NOT NULL CHECK (rest_amount BETWEEN 0 AND 99),
  -- The deposits of the advertiser, less refunds, with which this invoice and all that was due before it are paid.
  paid_at_amount bigint NOT NULL,
  -- Who the advertiser was then.
  legal_name text NOT NULL CHECK (length(legal_name) <= 200),
  street text NOT NULL CHECK (length(street) <= 200),
  postal_code text NOT NULL CHECK (length(postal_code) <= 20),
  city text NOT NULL CHECK (length(city) <= 120),
  country_code text NOT NULL CHECK (length(country_code) <= 2),
  vat_number text NOT NULL CHECK (length(vat_number) <= 40),
  UNIQUE (advertiser_id, month),
  CHECK (lines_amount + carried_amount = amount + rest_amount),
  CHECK (due_on > month)
);

-- What an invoice asks for a programme: new orders of the month, or corrections of orders of earlier invoices.
CREATE TABLE invoice_line (
  invoice_id uuid NOT NULL REFERENCES invoice (id) ON DELETE RESTRICT,
  line_no smallint NOT NULL CHECK (line_no > 0),
  program_id bigint NOT NULL REFERENCES program (id) ON DELETE RESTRICT,
  program_title text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('orders', 'corrections')),
  order_count int NOT NULL CHECK (order_count > 0),
  -- In 1/10,000 USD; mostly below zero in corrections.
  commission bigint NOT NULL,
  fee bigint NOT NULL,
  PRIMARY KEY (invoice_id, line_no),
  UNIQUE (invoice_id, program_id, kind)
);

-- The entries of the ledger that an invoice contains. The key lets no entry stand in two invoices. The invoice is a row
-- of a table that a cluster does not distribute, so no foreign key leads there.
CREATE TABLE invoice_entry (
  publisher_id bigint NOT NULL,
  entry_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  is_correction boolean NOT NULL,
  PRIMARY KEY (publisher_id, entry_id),
  FOREIGN KEY (publisher_id, entry_id) REFERENCES entry (publisher_id, id) ON DELETE RESTRICT
);
CREATE INDEX invoice_entry_by_invoice ON invoice_entry (invoice_id, publisher_id, entry_id);

-- One row, with the last number. Its lock makes invoices wait for each other, so that no number is left out.
CREATE TABLE invoice_counter (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  last_number int NOT NULL CHECK (last_number >= 0)
);
INSERT INTO invoice_counter (last_number) VALUES (0);

-- The last month of an advertiser that was invoiced, or had nothing to invoice.
CREATE TABLE invoiced_month (
  advertiser_id bigint PRIMARY KEY REFERENCES advertiser (id) ON DELETE RESTRICT,
  month date NOT NULL
);

-- The invoices of which the advertiser was told that they are overdue.
CREATE TABLE invoice_notice (
  invoice_id uuid PRIMARY KEY REFERENCES invoice (id) ON DELETE RESTRICT,
  mailed_at timestamptz NOT NULL
);

-- Since when an advertiser pays later: orders that were decided before stand in no invoice.
ALTER TABLE advertiser_billing ADD COLUMN invoiced_from timestamptz;
UPDATE advertiser_billing SET invoiced_from = date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
WHERE mode = 'postpaid';
ALTER TABLE advertiser_billing ADD CHECK ((mode = 'postpaid') = (invoiced_from IS NOT NULL));
