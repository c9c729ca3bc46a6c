-- The decisions of an advertiser on many orders, sent as a file or as JSON. A job checks them and makes them, so the
-- status says which step is waiting or under way (checking, deciding, reversing) or done (checked, decided, reversed).
CREATE TABLE decision_file (
  id uuid PRIMARY KEY,
  advertiser_id bigint NOT NULL REFERENCES advertiser (id) ON DELETE RESTRICT,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  format text NOT NULL CHECK (format IN ('csv', 'json')),
  -- The SHA-256 of its content.
  hash bytea NOT NULL CHECK (length(hash) = 32),
  status text NOT NULL CHECK (status IN ('checking', 'checked', 'deciding', 'decided', 'reversing', 'reversed')),
  -- What was asked for last: only a check, to decide all lines or none, or to decide without the wrong lines.
  mode text NOT NULL CHECK (mode IN ('check', 'all', 'valid')),
  line_count int NOT NULL CHECK (line_count BETWEEN 1 AND 100000),
  -- How many lines the present step has done, and the last of them in the file.
  done_count int NOT NULL DEFAULT 0 CHECK (done_count BETWEEN 0 AND line_count),
  done_line int NOT NULL DEFAULT 0 CHECK (done_line >= 0),
  -- Counts and sums of the last step; null before it is done.
  figures jsonb,
  sent_by bigint,
  sent_at timestamptz NOT NULL,
  -- Who asked for the present step, and when; files of an advertiser are worked on in this order.
  asked_by bigint,
  asked_at timestamptz NOT NULL,
  decided_at timestamptz,
  reversed_at timestamptz,
  -- Why its decisions are taken back, for the publishers.
  reversal_note text CHECK (length(reversal_note) BETWEEN 1 AND 500),
  -- When its last step ended; null while one waits or is under way.
  ended_at timestamptz,
  CHECK ((ended_at IS NULL) = (status IN ('checking', 'deciding', 'reversing'))),
  CHECK (status NOT IN ('reversing', 'reversed') OR reversal_note IS NOT NULL),
  CHECK (status NOT IN ('deciding', 'decided', 'reversing', 'reversed') OR mode <> 'check'),
  -- The same content is the same file, so that sending it twice decides once.
  UNIQUE (advertiser_id, hash)
);
CREATE INDEX decision_file_waiting ON decision_file (advertiser_id, asked_at) WHERE ended_at IS NULL;
CREATE INDEX decision_file_ended ON decision_file (ended_at);

-- A line of such a file and what came of it.
CREATE TABLE decision_file_row (
  file_id uuid NOT NULL REFERENCES decision_file (id) ON DELETE CASCADE,
  -- Its number in the file, counted from 1; the header of a CSV file is line 1.
  line int NOT NULL CHECK (line > 0),
  -- The cells that are not empty, by column.
  cells jsonb NOT NULL,
  -- What is wrong with the line as text, or with what it asks for: code, params and column.
  flaw jsonb,
  error jsonb,
  -- Null until the line was checked or decided. `valid` would be decided.
  result text CHECK (result IN ('valid', 'decided', 'unchanged', 'left', 'refused')),
  action text CHECK (action IN ('confirm', 'cancel', 'amend', 'hold')),
  -- The order that it names. A cluster distributes the table of transactions, so no foreign key leads there.
  publisher_id bigint,
  transaction_id uuid,
  -- Whether it is the first line that asks for a decision on this order. Later ones are refused.
  is_first boolean NOT NULL DEFAULT false,
  -- The number of the decision that it made.
  sequence int,
  old_status transaction_status,
  new_status transaction_status,
  -- What the order was before the decision, for taking it back; the values in 1/10,000 of the unit of its currency.
  old_value bigint,
  old_hold hold_reason,
  old_reason cancel_reason,
  new_value bigint,
  currency currency_code,
  -- What the decision changed of the commission and the fee that are due, in 1/10,000 USD.
  commission_change bigint,
  fee_change bigint,
  -- Whether it was taken back, and why not: code and params.
  reversal text CHECK (reversal IN ('reversed', 'kept')),
  reversal_error jsonb,
  PRIMARY KEY (file_id, line),
  CHECK ((result = 'decided') = (sequence IS NOT NULL)),
  CHECK (reversal IS NULL OR result = 'decided')
);
-- Each order is decided by one line of a file.
CREATE UNIQUE INDEX decision_file_row_order ON decision_file_row (file_id, transaction_id) WHERE is_first;
CREATE INDEX decision_file_row_result ON decision_file_row (file_id, result, line);

-- What an advertiser says with a decision: evidence for it, whether the buyer is new, when the order was shipped, and
-- when it expects to decide a held order.
CREATE DOMAIN decision_evidence AS text CHECK (length(VALUE) BETWEEN 1 AND 500);
ALTER TABLE transaction_decision
  ADD COLUMN evidence decision_evidence,
  ADD COLUMN customer_status customer_status,
  ADD COLUMN shipped_at timestamptz,
  ADD COLUMN expected_at timestamptz;
