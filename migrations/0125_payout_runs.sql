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
  included_count int NOT NULL DEFAULT 0,
  excluded_count int NOT NULL DEFAULT 0,
  -- The sum of its payouts in 1/10,000 USD.
  amount bigint NOT NULL DEFAULT 0 CHECK (amount >= 0),
  made_by bigint NOT NULL REFERENCES account (id),
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
  CHECK ((status = 'closed') = (closed_at IS NOT NULL))
);
-- One draft at a time: two drafts would compete for the same lines.
CREATE UNIQUE INDEX payout_run_draft ON payout_run ((status = 'draft')) WHERE status = 'draft';
CREATE INDEX payout_run_by_month ON payout_run (month, made_at);

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
  CHECK (lines_amount + carried_amount = amount + rest_amount),
  CHECK ((status IN ('paid', 'failed', 'returned')) = (settled_on IS NOT NULL)),
  CHECK ((status = 'returned') = (returned_on IS NOT NULL)),
  CHECK (status NOT IN ('paid', 'returned') OR reference IS NOT NULL),
  CHECK ((status IN ('failed', 'returned')) = (reason IS NOT NULL))
);
-- A publisher is in one open run at most.
CREATE UNIQUE INDEX payout_open ON payout (publisher_id) WHERE status IN ('draft', 'approved', 'exported');
CREATE INDEX payout_by_run ON payout (run_id, publisher_id);

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
    'below_minimum', 'negative', 'no_details', 'details_changed', 'unverified_email', 'not_approved', 'on_hold',
    'closed', 'open_payout'
  )),
  -- In 1/10,000 USD; what would have been paid, with the rest below a cent.
  amount bigint NOT NULL,
  PRIMARY KEY (publisher_id, run_id)
);
CREATE INDEX payout_exclusion_by_run ON payout_exclusion (run_id, publisher_id);
