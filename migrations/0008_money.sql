-- Money that comes in and goes out: deposits, invoices, bank files, payouts.

-- === funding ===

-- What an advertiser paid in, and what was paid back to it of that. The reference is the one of the bank, so that the
-- same transfer is recorded once.
CREATE TABLE deposit (
  id uuid PRIMARY KEY,
  advertiser_id bigint NOT NULL REFERENCES advertiser (id) ON DELETE RESTRICT,
  kind text NOT NULL CHECK (kind IN ('deposit', 'refund')),
  -- In 1/10,000 USD.
  amount bigint NOT NULL CHECK (amount > 0),
  -- The UTC day on which the money came or went.
  moved_on date NOT NULL,
  reference text NOT NULL CHECK (length(reference) BETWEEN 1 AND 140),
  recorded_by bigint,
  recorded_at timestamptz NOT NULL,
  UNIQUE (advertiser_id, kind, reference)
);

-- How an advertiser pays, and which warnings about its funds hold. A row appears with the first of either.
CREATE TABLE advertiser_billing (
  advertiser_id bigint PRIMARY KEY REFERENCES advertiser (id) ON DELETE RESTRICT,
  mode text NOT NULL DEFAULT 'prepaid' CHECK (mode IN ('prepaid', 'postpaid')),
  -- In 1/10,000 USD. Funds never fall below minus this limit.
  credit_limit bigint NOT NULL DEFAULT 0 CHECK (credit_limit >= 0),
  -- Funds and credit, less what was owed, after the last deposit, refund or change of the limit: 100 % of the levels.
  capacity bigint NOT NULL DEFAULT 0 CHECK (capacity >= 0),
  -- Since when 80 and 100 % are used, of which the advertiser was told then; null while less is used.
  warned_at timestamptz,
  used_up_at timestamptz,
  -- From when on no publisher can join, and from when on joins and promotions are closed.
  no_joins_from timestamptz,
  closed_from timestamptz,
  CHECK (mode = 'postpaid' OR credit_limit = 0),
  CHECK ((used_up_at IS NULL) = (no_joins_from IS NULL) AND (used_up_at IS NULL) = (closed_from IS NULL)),
  CHECK (no_joins_from <= closed_from)
);

-- The times in which an advertiser paid later. What is decided in them stands in invoices, also after it pays in
-- advance again. An advertiser pays later while its last period is open.
CREATE TABLE billing_period (
  advertiser_id bigint NOT NULL REFERENCES advertiser (id) ON DELETE RESTRICT,
  began_at timestamptz NOT NULL,
  -- Decisions since then are invoiced: the oldest that was not covered when the period began, or its beginning.
  owed_from timestamptz NOT NULL CHECK (owed_from <= began_at),
  ended_at timestamptz CHECK (ended_at >= began_at),
  PRIMARY KEY (advertiser_id, began_at)
);
CREATE UNIQUE INDEX billing_period_open ON billing_period (advertiser_id) WHERE ended_at IS NULL;

-- That an advertiser reached 80 or 100 % of its funds and credit, for the mails to the publishers of its programmes.
CREATE TABLE ladder_notice (
  advertiser_id bigint NOT NULL REFERENCES advertiser (id) ON DELETE RESTRICT,
  level text NOT NULL CHECK (level IN ('low', 'used_up')),
  reached_at timestamptz NOT NULL,
  -- The publishers are mailed in the order of their ids: the last one, or null once all are.
  progress_publisher_id bigint DEFAULT 0,
  PRIMARY KEY (advertiser_id, level, reached_at)
);
CREATE INDEX ladder_notice_open ON ladder_notice (reached_at) WHERE progress_publisher_id IS NOT NULL;

-- What 1,000 uses of the funds of an advertiser sum up to, in the order of the ids of their entries, which is that of
-- time. A row begins after the last entry of the row before it. A job writes them, so a posting does not. A list reads
-- rows instead of postings once they contain as many uses as funds_month, which each posting updates.
CREATE TABLE funds_subtotal (
  advertiser_id bigint NOT NULL,
  last_entry_id uuid NOT NULL,
  -- The entries that covered an order or brought back what had.
  entries bigint NOT NULL CHECK (entries >= 0),
  -- What they took less what they brought back, in 1/10,000 USD, and the part of it that became payable.
  used bigint NOT NULL,
  commission bigint NOT NULL,
  refund_entries bigint NOT NULL CHECK (refund_entries >= 0),
  refunds bigint NOT NULL CHECK (refunds >= 0),
  -- The least and the most that all up to one of the entries took, counted from the beginning of the row.
  lowest bigint NOT NULL CHECK (lowest <= 0),
  highest bigint NOT NULL CHECK (highest >= 0),
  PRIMARY KEY (advertiser_id, last_entry_id)
);

-- === invoices ===

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

-- === bank ===

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
  -- A file can have two payments with the same reference, amount and day: their place among these tells them apart.
  occurrence int NOT NULL DEFAULT 1 CHECK (occurrence > 0),
  payer text NOT NULL CHECK (length(payer) <= 140),
  -- What the payer wrote.
  remittance text NOT NULL CHECK (length(remittance) <= 500),
  state text NOT NULL CHECK (state IN ('recorded', 'waiting', 'dismissed')),
  -- Why no advertiser was found, or why the amount leaves it open: it may be too large for a deposit, or one that an
  -- operator entered by hand.
  problem text CHECK (problem IN (
    'no_reference', 'unknown_reference', 'ambiguous', 'other_amount', 'currency', 'reversal', 'above_bound', 'repeated',
    'looks_like'
  )),
  -- Whose payment it is or, while it waits, probably is.
  advertiser_id bigint REFERENCES advertiser (id) ON DELETE RESTRICT,
  deposit_id uuid UNIQUE REFERENCES deposit (id) ON DELETE RESTRICT,
  -- The deposit that an operator entered by hand and that it may be.
  likely_deposit_id uuid REFERENCES deposit (id) ON DELETE RESTRICT,
  source text NOT NULL CHECK (source IN ('upload', 'fetch')),
  imported_at timestamptz NOT NULL,
  -- Who decided it by hand, when and, of a dismissed one, why.
  decided_by bigint REFERENCES account (id),
  decided_at timestamptz,
  note text CHECK (length(note) BETWEEN 1 AND 300),
  UNIQUE (reference, amount, booked_on, occurrence),
  CHECK ((state = 'recorded') = (deposit_id IS NOT NULL)),
  CHECK (state <> 'recorded' OR advertiser_id IS NOT NULL),
  CHECK (state <> 'waiting' OR (problem IS NOT NULL AND decided_at IS NULL)),
  CHECK ((state = 'dismissed') = (note IS NOT NULL)),
  CHECK ((problem IS NOT DISTINCT FROM 'looks_like') = (likely_deposit_id IS NOT NULL))
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

-- === payouts ===

-- Where a publisher is paid, and from which balance on. The id is the publisher's. The PayPal e-mail is part of the
-- profile.
CREATE TABLE payment_detail (
  id bigint PRIMARY KEY REFERENCES publisher (id),
  -- In 1/10,000 USD.
  threshold_amount bigint NOT NULL DEFAULT 0 CHECK (threshold_amount BETWEEN 0 AND 10000000000),
  billing_email text NOT NULL DEFAULT '' CHECK (length(billing_email) <= 254),
  -- The bank account as JSON.
  bank_sealed sealed,
  -- When the PayPal e-mail or the bank account last changed: payouts wait 48 hours from then.
  destination_changed_at timestamptz
);

-- A payout run pays publishers what became payable before the end of a UTC month (docs/ledger.md). It is a document: a
-- draft is computed and posts nothing, an approved run is frozen, an exported one has gone to the bank, a settled one
-- has no payout that waits for an answer.
CREATE TABLE payout_run (
  id uuid PRIMARY KEY,
  -- The first day of the month.
  month date NOT NULL CHECK (date_trunc('month', month::timestamp) = month),
  status text NOT NULL CHECK (status IN ('draft', 'approved', 'exported', 'settled', 'closed')),
  -- A draft and an approval proceed publisher by publisher: the last one that is done, or null once all are.
  progress_publisher_id bigint CHECK (progress_publisher_id IS NULL OR status IN ('draft', 'approved')),
  -- A draft is emptied in batches, so that nobody waits for 100,000 payouts: to compute it again, or to discard it.
  -- Until then it stays the one draft, nobody approves it, and a killed process is continued.
  emptied_for text CHECK (emptied_for IN ('compute', 'discard')),
  included_count int NOT NULL DEFAULT 0,
  excluded_count int NOT NULL DEFAULT 0,
  -- The sum of its payouts in 1/10,000 USD.
  amount bigint NOT NULL DEFAULT 0 CHECK (amount >= 0),
  -- Null for a run that the schedule drafted.
  made_by bigint REFERENCES account (id),
  made_at timestamptz NOT NULL,
  -- When the draft was last computed; null while it is being computed.
  computed_at timestamptz,
  approved_by bigint REFERENCES account (id),
  approved_at timestamptz,
  exported_at timestamptz,
  settled_at timestamptz,
  closed_at timestamptz,
  CHECK (status = 'draft' OR computed_at IS NOT NULL),
  CHECK ((status = 'draft') = (approved_at IS NULL)),
  CHECK ((approved_by IS NULL) = (approved_at IS NULL)),
  CHECK ((status IN ('draft', 'approved')) = (exported_at IS NULL)),
  CHECK ((status IN ('settled', 'closed')) = (settled_at IS NOT NULL)),
  CHECK ((status = 'closed') = (closed_at IS NOT NULL)),
  CHECK (emptied_for IS NULL OR status = 'draft' AND progress_publisher_id IS NOT NULL AND computed_at IS NULL)
);
-- One draft at a time: two drafts would compete for the same lines.
CREATE UNIQUE INDEX payout_run_draft ON payout_run ((status = 'draft')) WHERE status = 'draft';
CREATE INDEX payout_run_by_month ON payout_run (month, made_at);

-- The months whose run the schedule has drafted, each once: a draft that an operator discards does not come back.
CREATE TABLE scheduled_run (
  -- The first day of the UTC month.
  month date PRIMARY KEY CHECK (date_trunc('month', month::timestamp) = month),
  run_id uuid NOT NULL,
  drafted_at timestamptz NOT NULL
);

-- What a run pays to one publisher. Its statement lines name it.
CREATE TABLE payout (
  publisher_id bigint NOT NULL,
  id uuid NOT NULL,
  run_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('draft', 'approved', 'exported', 'paid', 'failed', 'returned')),
  -- All in 1/10,000 USD. The sum of its lines, with what earlier payouts did not pay of theirs, is the amount, in whole
  -- cents, and the rest, which stays payable.
  lines_amount bigint NOT NULL,
  carried_amount bigint NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0 AND amount % 100 = 0),
  -- What the run deducts from a small balance of a closed account.
  fee_amount bigint NOT NULL DEFAULT 0 CHECK (fee_amount >= 0),
  rest_amount bigint NOT NULL CHECK (rest_amount BETWEEN 0 AND 99),
  line_count int NOT NULL CHECK (line_count > 0),
  method text NOT NULL CHECK (method IN ('paypal', 'bank')),
  -- The end of the account number, or the masked PayPal e-mail.
  destination_hint text NOT NULL CHECK (length(destination_hint) <= 300),
  -- What the bank or PayPal calls the payment, its UTC day, and the day on which the money came back.
  reference text CHECK (length(reference) BETWEEN 1 AND 140),
  settled_on date,
  returned_on date,
  -- Why it failed or came back.
  reason text CHECK (length(reason) BETWEEN 1 AND 300),
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (publisher_id, id),
  UNIQUE (publisher_id, run_id),
  CHECK (lines_amount + carried_amount = amount + fee_amount + rest_amount),
  CHECK ((status IN ('paid', 'failed', 'returned')) = (settled_on IS NOT NULL)),
  CHECK ((status = 'returned') = (returned_on IS NOT NULL)),
  CHECK (status NOT IN ('paid', 'returned') OR reference IS NOT NULL),
  CHECK ((status IN ('failed', 'returned')) = (reason IS NOT NULL))
);
-- A publisher is in one open run at most.
CREATE UNIQUE INDEX payout_open ON payout (publisher_id) WHERE status IN ('draft', 'approved', 'exported');
CREATE INDEX payout_by_run ON payout (run_id, publisher_id);
-- Finds the settled payouts of the last days.
CREATE INDEX payout_settled ON payout (changed_at) WHERE status IN ('paid', 'failed', 'returned');
-- The search finds payouts by their id.
CREATE INDEX payout_by_id ON payout (id);

-- Where the money of a payout goes, as it was when the draft was computed. The payout is a row of a table that a
-- cluster distributes, so no foreign key leads there.
CREATE TABLE payout_destination (
  payout_id uuid PRIMARY KEY,
  -- JSON: a bank account, or a PayPal e-mail.
  destination_sealed sealed NOT NULL
);

-- A publisher with something payable whom a run does not pay, and why.
CREATE TABLE payout_exclusion (
  publisher_id bigint NOT NULL,
  run_id uuid NOT NULL,
  reason text NOT NULL CHECK (reason IN (
    'below_minimum', 'closing', 'negative', 'no_details', 'details_changed', 'unverified_email', 'no_tax_form',
    'tax_form_waiting', 'tax_form_expired', 'not_approved', 'on_hold', 'closed', 'open_payout'
  )),
  -- In 1/10,000 USD; what would have been paid, with the rest below a cent.
  amount bigint NOT NULL,
  PRIMARY KEY (publisher_id, run_id)
);
CREATE INDEX payout_exclusion_by_run ON payout_exclusion (run_id, publisher_id);

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

-- What a publisher was mailed about its money, so that no mail is sent twice.
CREATE TABLE payout_notice (
  publisher_id bigint NOT NULL,
  payout_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('approved', 'paid', 'failed', 'returned')),
  PRIMARY KEY (publisher_id, payout_id, status)
);

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

-- The publishers who had decided orders on a UTC day.
CREATE TABLE decision_digest (
  publisher_id bigint NOT NULL,
  day date NOT NULL,
  PRIMARY KEY (publisher_id, day)
);

-- === checks ===

-- What the check of the ledger found, of each UTC day the last time. Without differences the ledger was right.
CREATE TABLE ledger_check (
  day date PRIMARY KEY,
  started_at timestamptz NOT NULL,
  took_ms int NOT NULL CHECK (took_ms >= 0),
  difference_count int NOT NULL CHECK (difference_count >= 0),
  -- By kind: how many differences there are, and the first of them.
  results jsonb NOT NULL CHECK (jsonb_typeof(results) = 'array')
);
