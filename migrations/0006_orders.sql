-- Orders: what shops report, what is decided, and the lists and counts that are kept of that.

CREATE TYPE transaction_status AS ENUM ('PENDING', 'CONFIRMED', 'CANCELLED');

CREATE DOMAIN order_reference AS text CHECK (length(VALUE) BETWEEN 1 AND 120);

-- In 1/10,000 of the unit of its currency.
CREATE DOMAIN order_amount AS bigint CHECK (VALUE >= 0);

-- How an order was reported.
CREATE DOMAIN channel AS text CHECK (VALUE IN ('server', 'pixel', 'claim'));

CREATE DOMAIN cancel_reason AS text CHECK (VALUE IN (
  'ORDER_CANCELLED', 'RETURNED_MERCHANDISE', 'DUPLICATED_ORDER', 'INVALID_CREDIT_CARD', 'OUT_OF_STOCK', 'ORDER_ERROR',
  'UNQUALIFIED_LEAD', 'FRAUD', 'TERMS_BREACH', 'CREDITED_ELSEWHERE', 'TEST_ACTION', 'OTHER', 'OTHER_CHANNEL',
  'NOT_COMPLETED', 'NOT_TRACEABLE', 'WRONG_COUPON', 'LINK_EXPIRED', 'LIMIT_REACHED', 'SELF_REFERRAL',
  'EXISTING_CUSTOMER'
));

-- Why an undecided order waits longer than its validation period. ABOVE_BOUND: its exchange rate makes it worth more
-- than 10,000,000 USD.
CREATE DOMAIN hold_reason AS text CHECK (VALUE IN (
  'RETURN_PERIOD_OPEN', 'NOT_SHIPPED', 'BOOKING_NOT_USED', 'PAYMENT_OPEN', 'UNDER_REVIEW', 'END_OF_VALIDATION',
  'ABOVE_BOUND'
));

CREATE DOMAIN decision_evidence AS text CHECK (length(VALUE) BETWEEN 1 AND 500);

CREATE DOMAIN postback_channel AS text
  CONSTRAINT postback_channel_check1 CHECK (VALUE IN ('query', 'form', 'json', 'pixel'));

CREATE DOMAIN postback_result AS text CHECK (
  VALUE IN ('recorded', 'duplicate', 'rejected', 'accepted', 'decided', 'unchanged')
);

-- Why a postback was rejected, or what it was recorded, repeated or accepted without.
CREATE DOMAIN postback_reason AS text CHECK (VALUE IN (
  'unreadable_request', 'malformed_field', 'missing_click_id', 'forged_click_id', 'unknown_click', 'wrong_advertiser',
  'click_not_payable', 'expired_click', 'click_too_far_ahead', 'missing_order_id', 'malformed_order_id',
  'malformed_event', 'unknown_event', 'missing_amount', 'malformed_amount', 'negative_amount', 'absurd_amount',
  'malformed_items', 'items_differ', 'unsupported_currency', 'cancelled_order', 'test', 'amount_differs',
  'click_differs', 'clock_ahead', 'server_secret_in_pixel', 'report_only_secret', 'unknown_order', 'unknown_reason',
  'missing_evidence', 'already_cancelled', 'value_differs', 'currency_differs', 'amend_amount', 'amend_above',
  'amend_items', 'confirm_without_rate', 'no_rate', 'in_payment'
));

-- === transactions ===

-- An order as it was reported, never changed: transaction_state says what became of it. publisher_id is first in every
-- key, so that a cluster can distribute the orders by it. What a column may hold is limited by its type instead of a
-- CHECK: PostgreSQL reads and prepares every CHECK anew for each statement, which was more than half of what recording
-- an order cost it.
CREATE TABLE transaction (
  publisher_id bigint NOT NULL,
  id uuid NOT NULL,
  advertiser_id bigint NOT NULL,
  site_id bigint NOT NULL,
  terms_id bigint NOT NULL,
  -- Null for an order by coupon, and by claim unless the click was found.
  click_id uuid,
  -- The time by which reports count the order: that of the click; by coupon and by claim that of the order.
  clicked_at timestamptz NOT NULL,
  -- The claim that reported the order.
  claim_id uuid,
  -- A virtual column is neither stored nor written, so it costs an order nothing.
  attribution text GENERATED ALWAYS AS (
    CASE WHEN claim_id IS NOT NULL THEN 'claim' WHEN click_id IS NULL THEN 'coupon' ELSE 'click' END
  ) VIRTUAL,
  transaction_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  order_ref order_reference NOT NULL,
  event text NOT NULL,
  channel channel NOT NULL,
  -- As it was reported.
  order_value order_amount NOT NULL,
  currency currency_code NOT NULL,
  commission order_amount NOT NULL,
  -- That of the order for a commission in percent, that of the terms for a fixed one. Without a type that limits it:
  -- the check of the ledger compares it.
  commission_currency text NOT NULL DEFAULT 'USD',
  -- The rule of its terms that decided the rate: its number there, 0 for the rate of the event itself, -1 for an order
  -- whose items have several.
  rule_no int NOT NULL DEFAULT 0,
  -- The regions of the domain to which the click led; null if that was not known, empty if it led to none.
  regions text[],
  coupon text,
  customer_status customer_status,
  -- The promotion that the link of the click names, unchecked.
  promotion_id bigint,
  -- The page that the order came from: the click's referrer, or else its destination.
  source_page text,
  -- All five sub ids of the click, so that reports and lists need not read it.
  sub1 text,
  sub2 text,
  sub3 text,
  sub4 text,
  sub5 text
);
CREATE INDEX transaction_by_click_time ON transaction (publisher_id, clicked_at);
-- Finds the orders with a coupon code; those without a click have no click id.
CREATE INDEX transaction_by_coupon ON transaction (advertiser_id, upper(coupon), transaction_at)
  INCLUDE (publisher_id, click_id)
  WHERE coupon IS NOT NULL;
-- While a table is nearly empty all its indexes cost the same, and PostgreSQL takes the newest. Each connection keeps
-- the plan by which it checks a foreign key. So the primary key is the newest index: otherwise the orders of a young
-- network are looked for by publisher and click time, through all orders of the publisher, until the next ANALYZE.
ALTER TABLE transaction ADD PRIMARY KEY (publisher_id, id);

-- The parts of an order as they were reported (sequence 0), and those of an amendment by the number of its decision.
CREATE TABLE transaction_item (
  publisher_id bigint NOT NULL,
  transaction_id uuid NOT NULL,
  sequence int NOT NULL CHECK (sequence >= 0),
  line_no smallint NOT NULL CHECK (line_no BETWEEN 1 AND 100),
  "group" text CHECK (length("group") BETWEEN 1 AND 60),
  sku text CHECK (length(sku) BETWEEN 1 AND 100),
  quantity int CHECK (quantity > 0),
  -- Of the whole line, in the currency of the order.
  amount order_amount NOT NULL,
  PRIMARY KEY (publisher_id, transaction_id, sequence, line_no),
  FOREIGN KEY (publisher_id, transaction_id) REFERENCES transaction (publisher_id, id) ON DELETE RESTRICT,
  CHECK ("group" IS NOT NULL OR sku IS NOT NULL)
);

-- One transaction per advertiser, order and event, in whatever way and however often it is reported.
CREATE TABLE transaction_key (
  advertiser_id bigint NOT NULL,
  order_ref text NOT NULL,
  event text NOT NULL,
  publisher_id bigint NOT NULL,
  transaction_id uuid NOT NULL,
  PRIMARY KEY (advertiser_id, order_ref, event)
);

-- A decision says what the order is worth after it, and is never changed. The last one gives the order its status; an
-- order without one is PENDING.
CREATE TABLE transaction_decision (
  publisher_id bigint NOT NULL,
  transaction_id uuid NOT NULL,
  sequence int NOT NULL CHECK (sequence > 0),
  action text NOT NULL CHECK (action IN ('confirm', 'cancel', 'amend', 'reopen', 'hold', 'extend')),
  status text NOT NULL CHECK (status IN ('PENDING', 'CONFIRMED', 'CANCELLED')),
  reason_code cancel_reason,
  hold_reason hold_reason,
  -- Until when a hold or an extension makes the order wait; null for a hold without an end.
  due_at timestamptz,
  -- What the order is worth in 1/10,000 USD after the decision; null without an exchange rate.
  order_value order_amount,
  commission order_amount,
  -- The same in the currencies of order and commission; null for an order in USD.
  own_order_value bigint,
  own_commission bigint,
  -- Zero unless it is confirmed.
  fee order_amount NOT NULL,
  decided_as text NOT NULL CHECK (decided_as IN ('operator', 'advertiser', 'postback', 'rule', 'budget')),
  decided_by bigint,
  -- The API key by which a program of the advertiser decided.
  key_id bigint,
  decided_at timestamptz NOT NULL,
  note text NOT NULL DEFAULT '',
  -- What the advertiser says with it: evidence, whether the buyer is new, when the order was shipped, and when it
  -- expects to decide a held order.
  evidence decision_evidence,
  -- The stored file that supports it. A cluster distributes the table of decisions, and a file goes with the account
  -- that uploaded it, so no foreign key leads there.
  evidence_file_id uuid,
  customer_status customer_status,
  shipped_at timestamptz,
  expected_at timestamptz,
  PRIMARY KEY (publisher_id, transaction_id, sequence),
  FOREIGN KEY (publisher_id, transaction_id) REFERENCES transaction (publisher_id, id) ON DELETE RESTRICT,
  CHECK (
    status = CASE action
      WHEN 'confirm' THEN 'CONFIRMED' WHEN 'cancel' THEN 'CANCELLED' WHEN 'amend' THEN status ELSE 'PENDING' END
  ),
  CHECK (action <> 'amend' OR status <> 'CANCELLED'),
  -- An order that is reopened after the end of its validation period is held until a person decides it, because the end
  -- of the period would decide it again at once. Its decision then has the reason of the hold.
  CHECK (hold_reason IS NOT NULL OR action NOT IN ('hold', 'extend')),
  -- An amendment may say why the value changed; no other decision but a cancellation has such a reason.
  CHECK (reason_code IS NOT NULL OR action <> 'cancel'),
  CHECK (reason_code IS NULL OR action IN ('cancel', 'amend')),
  CHECK (due_at IS NOT NULL OR action <> 'extend'),
  -- An order that is opened again can get its extension back.
  CHECK (due_at IS NULL OR action IN ('hold', 'extend', 'reopen')),
  CHECK (decided_as <> 'rule' OR decided_by IS NULL),
  CHECK (hold_reason IS NULL OR action IN ('hold', 'extend', 'reopen')),
  CHECK (status <> 'CONFIRMED' OR (order_value IS NOT NULL AND commission IS NOT NULL)),
  -- An order from a click that a budget stops is cancelled by the budget.
  CHECK (decided_as <> 'budget' OR (decided_by IS NULL AND reason_code = 'LIMIT_REACHED'))
);
-- Finds the decisions that a stored file supports, of which there are few.
CREATE INDEX transaction_decision_evidence ON transaction_decision (publisher_id, evidence_file_id)
  WHERE evidence_file_id IS NOT NULL;

-- The present state of an order in one row, for lists, reports and sums: status, reason, actor and time of the last
-- decision, and what the order is worth. The statement that records an order or adds a decision writes this row too. An
-- amount without `own_` is in 1/10,000 USD.
CREATE TABLE transaction_state (
  publisher_id bigint NOT NULL,
  transaction_id uuid NOT NULL,
  advertiser_id bigint NOT NULL,
  transaction_at timestamptz NOT NULL,
  -- When the row was last written: by the order or by a decision.
  changed_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by bigint,
  -- Null while the currency of the order has no exchange rate.
  order_value order_amount,
  commission order_amount,
  -- The same in the currencies of order and commission, and the exchange rate that was used; null for an order in USD.
  own_order_value bigint,
  own_commission bigint,
  rate_id bigint,
  -- Zero unless it is confirmed, as are the covered parts of commission and fee below.
  fee order_amount NOT NULL DEFAULT 0,
  -- What the advertiser has covered of commission and fee.
  covered_commission order_amount NOT NULL DEFAULT 0,
  covered_fee order_amount NOT NULL DEFAULT 0,
  -- Null unless it is confirmed.
  confirmed_at timestamptz,
  -- When the whole was last covered.
  covered_at timestamptz,
  -- When the order decides itself after an extension; null for the end of its validation period.
  due_at timestamptz,
  extensions smallint NOT NULL DEFAULT 0,
  -- The number of the last decision; 0 before the first.
  sequence int NOT NULL,
  status transaction_status NOT NULL,
  -- That of the order.
  currency currency_code NOT NULL,
  reason_code cancel_reason,
  -- Why it does not decide itself; null while it is not held.
  hold_reason hold_reason,
  PRIMARY KEY (publisher_id, transaction_id),
  FOREIGN KEY (publisher_id, transaction_id) REFERENCES transaction (publisher_id, id) ON DELETE RESTRICT
);
-- One index for each list, by time within a status. The last column makes each position unique, so a page can begin
-- after a given row. A list of all statuses merges the three. New orders come in ascending time, and an index in
-- ascending order fills its pages; lists read it backwards.
CREATE INDEX transaction_state_by_status ON transaction_state (status, transaction_at, transaction_id);
CREATE INDEX transaction_state_by_advertiser
  ON transaction_state (advertiser_id, status, transaction_at, transaction_id);
CREATE INDEX transaction_state_by_publisher ON transaction_state (publisher_id, status, transaction_at, transaction_id);
-- Roll-ups look for the newest changes, which lie together.
CREATE INDEX transaction_state_changed ON transaction_state USING brin (changed_at)
  WITH (pages_per_range = 32, autosummarize = on);
-- The job that uses an advertiser's funds takes the oldest confirmed orders first.
CREATE INDEX transaction_state_uncovered
  ON transaction_state (advertiser_id, confirmed_at, publisher_id, transaction_id)
  WHERE status = 'CONFIRMED' AND (covered_commission < commission OR covered_fee < fee);
-- Finds the orders that wait for an exchange rate, by currency and by advertiser.
CREATE INDEX transaction_state_without_rate
  ON transaction_state (currency, transaction_at, publisher_id, transaction_id)
  WHERE order_value IS NULL;
-- The list of changes of one publisher, for programs that copy its orders. It reads undecided orders from the index by
-- status and time, so an order that has only been recorded writes none of this one.
CREATE INDEX transaction_state_by_change ON transaction_state (publisher_id, changed_at, transaction_id)
  WHERE sequence > 0 OR changed_at > transaction_at;
-- The queue of an advertiser's undecided orders: those with an extension by their own end, and those that are held. All
-- others decide themselves in the order of their time.
CREATE INDEX transaction_state_extended ON transaction_state (advertiser_id, due_at, transaction_id)
  WHERE due_at IS NOT NULL;
CREATE INDEX transaction_state_held ON transaction_state (advertiser_id, transaction_at, transaction_id)
  WHERE hold_reason IS NOT NULL;
CREATE INDEX transaction_state_waits_for_rate ON transaction_state (advertiser_id, transaction_at, transaction_id)
  WHERE order_value IS NULL;

-- The decisions of an advertiser on many orders, sent as a file or as JSON. A job checks them and makes them, so the
-- status says which step is waiting or under way (checking, deciding, reversing) or done (checked, decided, reversed).
CREATE TABLE decision_file (
  id uuid PRIMARY KEY,
  advertiser_id bigint NOT NULL REFERENCES advertiser (id) ON DELETE RESTRICT,
  -- Where its lines come from: a file that was sent, or orders that were selected one by one or by a filter of the
  -- queue. The name of the latter two is what they decide.
  source text NOT NULL DEFAULT 'file' CHECK (source IN ('file', 'selection', 'filter')),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  format text NOT NULL CHECK (format IN ('csv', 'json')),
  -- The SHA-256 of its content.
  hash bytea NOT NULL CHECK (length(hash) = 32),
  line_count int NOT NULL CHECK (line_count BETWEEN 1 AND 100000),
  status text NOT NULL CHECK (status IN (
    'checking', 'checked', 'deciding', 'decided', 'reversing', 'reversed', 'failed'
  )),
  -- What was asked for last: only a check, to decide all lines or none, or to decide without the wrong lines.
  mode text NOT NULL CHECK (mode IN ('check', 'all', 'valid')),
  -- How many lines the present step has done, and the last of them in the file.
  done_count int NOT NULL DEFAULT 0 CHECK (done_count BETWEEN 0 AND line_count),
  done_line int NOT NULL DEFAULT 0 CHECK (done_line >= 0),
  -- A file whose step fails again and again is set aside as failed, so that it does not keep later files from their
  -- turn.
  failures smallint NOT NULL DEFAULT 0 CHECK (failures >= 0),
  -- Counts and sums of the last step; null before it is done.
  figures jsonb,
  -- A file that supports each of its decisions.
  evidence_file_id uuid REFERENCES stored_file (id) ON DELETE SET NULL,
  sent_by bigint,
  sent_key bigint REFERENCES api_key (id),
  sent_at timestamptz NOT NULL,
  -- Who asked for the present step, and when; files of an advertiser are worked on in this order.
  asked_by bigint,
  asked_key bigint REFERENCES api_key (id),
  asked_at timestamptz NOT NULL,
  decided_at timestamptz,
  reversed_at timestamptz,
  -- Why its decisions are taken back, for the publishers.
  reversal_note text CHECK (length(reversal_note) BETWEEN 1 AND 500),
  -- When its last step ended; null while one waits or is under way.
  ended_at timestamptz,
  -- The same content is the same file, so that sending it twice decides once.
  UNIQUE (advertiser_id, hash),
  CHECK ((ended_at IS NULL) = (status IN ('checking', 'deciding', 'reversing'))),
  CHECK (status NOT IN ('reversing', 'reversed') OR reversal_note IS NOT NULL),
  CHECK (status NOT IN ('deciding', 'decided', 'reversing', 'reversed') OR mode <> 'check')
);
CREATE INDEX decision_file_waiting ON decision_file (advertiser_id, asked_at) WHERE ended_at IS NULL;
CREATE INDEX decision_file_ended ON decision_file (ended_at);
CREATE INDEX decision_file_evidence ON decision_file (evidence_file_id) WHERE evidence_file_id IS NOT NULL;

-- A line of such a file and what came of it.
CREATE TABLE decision_file_row (
  file_id uuid NOT NULL REFERENCES decision_file (id) ON DELETE CASCADE,
  -- Its number in the file, counted from 1; the header of a CSV file is line 1.
  line int NOT NULL CHECK (line > 0),
  -- The cells that are not empty, by column.
  cells jsonb NOT NULL,
  -- What is wrong with the line as text, or with what it asks for: code, params and column.
  text_error jsonb,
  error jsonb,
  -- Null until the line was checked or decided. `valid` would be decided; a `part` belongs to an earlier line.
  result text CHECK (result IN ('valid', 'decided', 'unchanged', 'left', 'refused', 'part')),
  -- The earlier line that decides, when several name items of one order.
  part_of int CONSTRAINT decision_file_row_check2 CHECK (part_of < line),
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
  -- When the order decided itself before the line, for taking it back.
  old_due_at timestamptz,
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
  CHECK (reversal IS NULL OR result = 'decided'),
  CHECK (result <> 'part' OR part_of IS NOT NULL)
);
-- Each order is decided by one line of a file.
CREATE UNIQUE INDEX decision_file_row_order ON decision_file_row (file_id, transaction_id) WHERE is_first;
CREATE INDEX decision_file_row_result ON decision_file_row (file_id, result, line);
-- Leads from a decision to the file that made it.
CREATE INDEX decision_file_row_decided ON decision_file_row (transaction_id) WHERE result = 'decided';
CREATE INDEX decision_file_row_part ON decision_file_row (file_id, part_of) WHERE part_of IS NOT NULL;

-- What the system of an advertiser calls the reasons of its decisions.
CREATE TABLE reason_alias (
  advertiser_id bigint NOT NULL REFERENCES advertiser (id),
  -- In lower case.
  alias text NOT NULL CHECK (length(alias) BETWEEN 1 AND 60 AND alias = lower(alias)),
  -- A reason of a cancellation or of a hold.
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 60),
  PRIMARY KEY (advertiser_id, alias)
);

-- Whether an answer, its reason and its transaction agree. In PL/pgSQL, which prepares it once.
CREATE FUNCTION is_consistent_postback(
  result text, reason text, publisher_id bigint, transaction_id uuid
) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN (result IN ('rejected', 'accepted')) = (transaction_id IS NULL)
    AND (publisher_id IS NULL) = (transaction_id IS NULL)
    AND CASE result
      WHEN 'recorded' THEN reason IS NULL
        OR reason IN ('no_rate', 'items_differ', 'malformed_items', 'report_only_secret')
      WHEN 'rejected' THEN reason IS NOT NULL
        AND reason NOT IN ('amount_differs', 'click_differs', 'clock_ahead', 'no_rate')
      WHEN 'accepted' THEN reason IS NOT NULL AND reason IN ('clock_ahead', 'confirm_without_rate')
      WHEN 'duplicate' THEN reason IS NULL OR reason IN ('amount_differs', 'click_differs')
      ELSE reason IS NULL
    END;
END
$$;

-- What an advertiser's shop reported and what it was answered; the audit line of every recorded transaction.
CREATE TABLE postback (
  advertiser_id bigint NOT NULL,
  id uuid NOT NULL,
  received_at timestamptz NOT NULL,
  channel postback_channel NOT NULL,
  result postback_result NOT NULL,
  reason postback_reason,
  publisher_id bigint,
  transaction_id uuid,
  -- The order that a recorded or repeated postback reports, so that the check of the ledger compares it with the
  -- transaction and need not read the parameters; null in postbacks without a transaction. No types limit these: the
  -- statement that records an order writes the same values into the transaction, whose types do.
  order_ref text,
  amount bigint,
  currency text,
  PRIMARY KEY (advertiser_id, id),
  CONSTRAINT postback_is_consistent CHECK (is_consistent_postback(result, reason, publisher_id, transaction_id))
);
CREATE INDEX postback_transaction ON postback (advertiser_id, transaction_id) WHERE transaction_id IS NOT NULL;
-- Postbacks that matched no click, so that an advertiser finds the orders that earn nobody anything.
CREATE INDEX postback_without_click ON postback (advertiser_id, id)
  WHERE result = 'rejected' AND reason IN (
    'missing_click_id', 'forged_click_id', 'unknown_click', 'wrong_advertiser', 'click_not_payable', 'expired_click',
    'click_too_far_ahead'
  );

-- What an advertiser's shop sent can contain personal data, so it lies apart from the postback, which stays: a job
-- drops a month of it at once. Without a foreign key, because each order would pay for its check; the statement that
-- stores a postback writes both rows.
CREATE TABLE postback_parameters (
  advertiser_id bigint NOT NULL,
  postback_id uuid NOT NULL,
  -- The time of the postback.
  received_at timestamptz NOT NULL,
  parameters jsonb NOT NULL,
  PRIMARY KEY (advertiser_id, postback_id, received_at)
) PARTITION BY RANGE (received_at);
CREATE TABLE postback_parameters_default PARTITION OF postback_parameters DEFAULT;

-- The postbacks that name an order and did not record it, because they were rejected or the order waits, so that the
-- timeline of its transaction finds them. Recording an order writes nothing here.
CREATE TABLE unrecorded_postback (
  advertiser_id bigint NOT NULL,
  order_ref order_reference NOT NULL,
  postback_id uuid NOT NULL,
  -- The publisher of the click that the postback names; null when it names no genuine click.
  publisher_id bigint,
  PRIMARY KEY (advertiser_id, order_ref, postback_id),
  FOREIGN KEY (advertiser_id, postback_id) REFERENCES postback (advertiser_id, id)
);

-- An order whose click is newer than the clock is answered `accepted` and waits here until a job decides it.
CREATE TABLE waiting_order (
  advertiser_id bigint NOT NULL,
  order_ref order_reference NOT NULL,
  event text NOT NULL,
  -- The place among the waiting orders of the advertiser, which bounds their number.
  position int NOT NULL CHECK (position BETWEEN 1 AND 10000),
  publisher_id bigint NOT NULL,
  click_id uuid NOT NULL,
  clicked_at timestamptz NOT NULL,
  amount order_amount,
  currency currency_code,
  coupon text,
  customer_status customer_status,
  -- What it is recorded with once its click has come.
  items jsonb NOT NULL DEFAULT '[]',
  remark postback_reason,
  channel postback_channel NOT NULL,
  parameters jsonb NOT NULL,
  received_at timestamptz NOT NULL,
  -- What postbacks decide meanwhile, in the order in which they came: made with the order.
  decisions jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_array_length(decisions) <= 5),
  PRIMARY KEY (advertiser_id, order_ref, event),
  UNIQUE (advertiser_id, position),
  -- The time of a click is believed up to 24 hours ahead of the clock.
  CHECK (clicked_at - received_at > interval '0' AND clicked_at - received_at <= interval '24 hours')
);

-- What postbacks confirm while the currency of the order has no exchange rate. A job makes it once there is a rate, and
-- deletes the row.
CREATE TABLE kept_confirmation (
  publisher_id bigint NOT NULL,
  transaction_id uuid NOT NULL,
  advertiser_id bigint NOT NULL,
  order_ref text NOT NULL,
  event text NOT NULL,
  decision jsonb NOT NULL,
  kept_at timestamptz NOT NULL,
  PRIMARY KEY (publisher_id, transaction_id),
  FOREIGN KEY (publisher_id, transaction_id) REFERENCES transaction (publisher_id, id) ON DELETE RESTRICT
);

-- The last checked orders with a test click, which are in no other table. Without a reason an order passed, and the
-- other columns say what it would earn.
CREATE TABLE test_order (
  advertiser_id bigint NOT NULL REFERENCES advertiser (id),
  id uuid NOT NULL,
  received_at timestamptz NOT NULL,
  channel postback_channel NOT NULL,
  parameters jsonb NOT NULL,
  reason postback_reason,
  order_value order_amount,
  currency currency_code,
  commission order_amount,
  commission_currency currency_code,
  terms_version int CHECK (terms_version > 0),
  PRIMARY KEY (advertiser_id, id),
  CHECK (num_nulls(order_value, commission, currency, terms_version) = CASE WHEN reason IS NULL THEN 0 ELSE 4 END),
  CHECK ((commission_currency IS NULL) = (currency IS NULL))
);

-- Number and sums of the transactions of each advertiser, day and status. The summary of a list of a million
-- transactions reads some thousand rows of this table. Recomputed from transaction_state, never incremented.
CREATE TABLE rollup_status (
  advertiser_id bigint NOT NULL,
  -- The day of the transaction, in UTC.
  day date NOT NULL,
  status transaction_status NOT NULL,
  transactions bigint NOT NULL,
  order_value bigint NOT NULL,
  commission bigint NOT NULL,
  PRIMARY KEY (advertiser_id, day, status)
) WITH (fillfactor = 90);

-- Number and sums of the transactions of each publisher, day and status. The totals of a publisher's list of a year
-- read some hundred rows of this table. Recomputed from transaction_state, never incremented; rollup_status_progress
-- says until when, as for rollup_status.
CREATE TABLE rollup_publisher_status (
  publisher_id bigint NOT NULL,
  -- The day of the transaction, in UTC.
  day date NOT NULL,
  status transaction_status NOT NULL,
  transactions bigint NOT NULL,
  order_value bigint NOT NULL,
  commission bigint NOT NULL,
  PRIMARY KEY (publisher_id, day, status)
) WITH (fillfactor = 90);

-- The orders of each publisher at each advertiser by day and status, for the history of a publisher that an advertiser
-- reads beside an order. Recomputed from transaction_state, never incremented; rollup_status_progress says until when,
-- as for rollup_status.
CREATE TABLE rollup_relationship (
  publisher_id bigint NOT NULL,
  advertiser_id bigint NOT NULL,
  -- The day of the transaction, in UTC.
  day date NOT NULL,
  pending bigint NOT NULL,
  confirmed bigint NOT NULL,
  cancelled bigint NOT NULL,
  PRIMARY KEY (publisher_id, advertiser_id, day)
) WITH (fillfactor = 90);

-- The decided orders of an advertiser by the day of the order and the day of their last decision: which part of a
-- month's orders was confirmed in which month, and how many of the orders decided in a week were cancelled. Recomputed
-- with rollup_status, whose progress says until when.
CREATE TABLE rollup_cohort (
  advertiser_id bigint NOT NULL,
  -- The days of the transaction and of its last decision, in UTC.
  day date NOT NULL,
  decided_on date NOT NULL,
  status transaction_status NOT NULL CHECK (status <> 'PENDING'),
  transactions bigint NOT NULL,
  order_value bigint NOT NULL,
  commission bigint NOT NULL,
  PRIMARY KEY (advertiser_id, day, decided_on, status)
) WITH (fillfactor = 90);

-- The orders of an advertiser by the day of the order and by what they say of themselves: the promotion of their link,
-- the coupon, country and device of their click, whether the buyer is new, their event, and the rule that decided their
-- rate. At most 200 values of a day are counted alone; an order without a value, and one of a rarer value, stand in the
-- row of the empty value.
CREATE TABLE rollup_order (
  advertiser_id bigint NOT NULL,
  -- The day of the transaction, in UTC.
  day date NOT NULL,
  -- A rule is named by the id of the version of the terms and its number: '12:3'.
  dimension text NOT NULL CHECK (dimension IN (
    'promotion', 'coupon', 'country', 'device', 'customer', 'event', 'rule'
  )),
  value text NOT NULL,
  transactions bigint NOT NULL,
  cancelled_transactions bigint NOT NULL,
  order_value bigint NOT NULL,
  commission bigint NOT NULL,
  confirmed_transactions bigint NOT NULL,
  confirmed_order_value bigint NOT NULL,
  confirmed_commission bigint NOT NULL,
  fee bigint NOT NULL,
  PRIMARY KEY (advertiser_id, dimension, day, value)
) WITH (fillfactor = 90);

-- rollup_status counts each state written before this instant. A reader adds the states written since.
CREATE TABLE rollup_status_progress (
  name text PRIMARY KEY,
  counted_until timestamptz NOT NULL,
  -- rollup_order counts the orders of the days from this one on. The job that counts statuses adds one earlier day
  -- after another, each in its own transaction. Null once it counts the orders of all days.
  orders_from date,
  -- Since when states may be missing in the last count: 5 seconds before it, or before the start of the oldest
  -- transaction that was open then. Readers count the days of states that have changed since then themselves.
  settled_until timestamptz
);

-- The texts of each order that a keyword is compared with. A job writes them, so that a postback does not. A search
-- reads these rows instead of orders that lie scattered; orders that the job has not reached are compared themselves.
CREATE TABLE transaction_text (
  publisher_id bigint NOT NULL,
  transaction_id uuid NOT NULL,
  -- A long text is stored in overlapping pieces, because an entry of an index is at most 2,700 bytes long.
  piece smallint NOT NULL,
  advertiser_id bigint NOT NULL,
  -- Beside the text, so that the newest orders of a keyword are known before their states are read.
  transaction_at timestamptz NOT NULL,
  -- Order id, source page and sub ids, each in a line of its own, in lower case: LIKE compares in a tenth of the time
  -- of ILIKE.
  text text NOT NULL CHECK (length(text) <= 600),
  -- What an order says of itself, by which reports count it: a number for each dimension, of the advertiser, the day of
  -- the order and its value. The list of the orders that a report counts finds them by it. Null in further pieces.
  labels int[],
  PRIMARY KEY (publisher_id, transaction_id, piece) INCLUDE (advertiser_id, transaction_at, text)
);
CREATE INDEX transaction_text_by_transaction ON transaction_text (transaction_id);
CREATE INDEX transaction_text_by_label ON transaction_text USING gin (labels) WITH (gin_pending_list_limit = 1024);
-- Tells how many orders have a keyword, before a search chooses its way.
ALTER TABLE transaction_text ALTER COLUMN text SET STATISTICS 1000;
-- A server may lack these extensions. Then a search of an advertiser's orders compares all texts.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE EXTENSION IF NOT EXISTS btree_gin;
  CREATE INDEX transaction_text_by_part ON transaction_text USING gin (advertiser_id, text gin_trgm_ops)
    WITH (gin_pending_list_limit = 1024);
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'No index of parts of words: %', SQLERRM;
END
$$;

-- The job has written the texts of all orders that were recorded before `written_until`, once it has none left to copy.
CREATE TABLE transaction_text_progress (
  name text PRIMARY KEY,
  written_until timestamptz NOT NULL,
  -- The order up to which older ones are copied, in the order of their keys; null once all are.
  copied_publisher_id bigint,
  copied_transaction_id uuid,
  CHECK ((copied_publisher_id IS NULL) = (copied_transaction_id IS NULL))
);

-- === decision-sources ===

-- Where an advertiser offers its file of decisions, which the network fetches every day. It decides for the member who
-- set it, and stops when that member may not decide any more.
CREATE TABLE decision_source (
  advertiser_id bigint PRIMARY KEY REFERENCES advertiser (id) ON DELETE RESTRICT,
  url text NOT NULL CHECK (length(url) BETWEEN 1 AND 2000),
  -- What becomes of a fetched file: a check, or the decisions of its right lines.
  mode text NOT NULL CHECK (mode IN ('check', 'valid')),
  -- The hour of the day (UTC).
  hour smallint NOT NULL CHECK (hour BETWEEN 0 AND 23),
  set_at timestamptz NOT NULL,
  set_by bigint REFERENCES account (id),
  due_at timestamptz NOT NULL,
  fetched_at timestamptz,
  -- Why the last fetch failed; null if it succeeded.
  fault text CHECK (length(fault) <= 200),
  failures smallint NOT NULL DEFAULT 0 CHECK (failures >= 0),
  -- The file of the last fetch that succeeded. The same content is the same file.
  file_id uuid REFERENCES decision_file (id) ON DELETE SET NULL,
  stopped_at timestamptz,
  stop_reason text CHECK (stop_reason IN ('left', 'role')),
  CHECK ((stopped_at IS NULL) = (stop_reason IS NULL))
);
CREATE INDEX decision_source_due ON decision_source (due_at) WHERE stopped_at IS NULL;
