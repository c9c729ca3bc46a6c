-- The chart of accounts of the network (docs/ledger.md). Each posting now moves its amount from the debited account to
-- the credited one; a balance is credits less debits. Until now a confirmation was a posting from `publisher_payable`
-- to the advertiser's receivable account, so both directions turn around, and confirmed commission gets an account of
-- its own, because commission is payable only once its advertiser has covered it.
UPDATE posting SET
  from_account = CASE WHEN to_account = 'publisher_payable' THEN 'publisher_confirmed' ELSE to_account END,
  to_account = CASE WHEN from_account = 'publisher_payable' THEN 'publisher_confirmed' ELSE from_account END;
UPDATE balance SET
  account = CASE WHEN account = 'publisher_payable' THEN 'publisher_confirmed' ELSE account END,
  amount = -amount;

ALTER TABLE posting ADD CHECK (from_account <> to_account);
ALTER TABLE entry DROP CONSTRAINT entry_kind_check;

-- What the terms say about validation and the fee of the network. An earlier version never said that an order decides
-- itself, so its undecided orders are held at the end of their validation period; a new version confirms them.
ALTER TABLE program_terms
  ADD COLUMN fee_basis text NOT NULL DEFAULT 'commission' CHECK (fee_basis IN ('commission', 'order_value')),
  -- In millionths of the basis.
  ADD COLUMN fee_ppm int NOT NULL DEFAULT 0 CHECK (fee_ppm BETWEEN 0 AND 1000000),
  ADD COLUMN validation_end text NOT NULL DEFAULT 'hold' CHECK (validation_end IN ('confirm', 'hold')),
  ADD COLUMN hold_note text NOT NULL DEFAULT '' CHECK (length(hold_note) <= 300),
  ADD COLUMN max_extensions smallint NOT NULL DEFAULT 1 CHECK (max_extensions BETWEEN 0 AND 12),
  ADD COLUMN extension_days smallint NOT NULL DEFAULT 14 CHECK (extension_days BETWEEN 1 AND 90);
ALTER TABLE program_terms ALTER COLUMN validation_end SET DEFAULT 'confirm';

ALTER DOMAIN cancel_reason DROP CONSTRAINT cancel_reason_check;
ALTER DOMAIN cancel_reason ADD CONSTRAINT cancel_reason_check CHECK (VALUE IN (
  'ORDER_CANCELLED', 'RETURNED_MERCHANDISE', 'DUPLICATED_ORDER', 'INVALID_CREDIT_CARD', 'OUT_OF_STOCK', 'ORDER_ERROR',
  'UNQUALIFIED_LEAD', 'FRAUD', 'TERMS_BREACH', 'CREDITED_ELSEWHERE', 'TEST_ACTION', 'OTHER', 'OTHER_CHANNEL',
  'NOT_COMPLETED', 'NOT_TRACEABLE', 'WRONG_COUPON', 'LINK_EXPIRED', 'LIMIT_REACHED', 'SELF_REFERRAL',
  'EXISTING_CUSTOMER'
));

-- Why an undecided order waits longer than its validation period.
CREATE DOMAIN hold_reason AS text CHECK (VALUE IN (
  'RETURN_PERIOD_OPEN', 'NOT_SHIPPED', 'BOOKING_NOT_USED', 'PAYMENT_OPEN', 'UNDER_REVIEW', 'END_OF_VALIDATION'
));

-- Each decision has an action and says what the order is worth after it. Until now a decision was a confirmation or a
-- cancellation by an operator, and an order had one value.
ALTER TABLE transaction_decision
  ADD COLUMN action text,
  ADD COLUMN decided_as text NOT NULL DEFAULT 'operator'
    CHECK (decided_as IN ('operator', 'advertiser', 'postback', 'rule')),
  ADD COLUMN hold_reason hold_reason,
  -- Until when a hold or an extension makes the order wait; null for a hold without an end.
  ADD COLUMN due_at timestamptz,
  ADD COLUMN order_value order_amount,
  ADD COLUMN commission order_amount,
  ADD COLUMN fee order_amount;
UPDATE transaction_decision AS decision SET
  action = CASE decision.status WHEN 'CONFIRMED' THEN 'confirm' ELSE 'cancel' END,
  order_value = sold.order_value, commission = sold.commission, fee = 0
FROM transaction AS sold WHERE sold.publisher_id = decision.publisher_id AND sold.id = decision.transaction_id;
ALTER TABLE transaction_decision
  ALTER COLUMN action SET NOT NULL,
  ALTER COLUMN order_value SET NOT NULL,
  ALTER COLUMN commission SET NOT NULL,
  ALTER COLUMN fee SET NOT NULL,
  ALTER COLUMN decided_as DROP DEFAULT,
  ALTER COLUMN reason_code TYPE cancel_reason,
  DROP CONSTRAINT transaction_decision_status_check,
  DROP CONSTRAINT transaction_decision_check,
  DROP CONSTRAINT transaction_decision_reason_code_check,
  ADD CHECK (action IN ('confirm', 'cancel', 'amend', 'reopen', 'hold', 'extend')),
  ADD CHECK (status IN ('PENDING', 'CONFIRMED', 'CANCELLED')),
  ADD CHECK (status = CASE action
    WHEN 'confirm' THEN 'CONFIRMED' WHEN 'cancel' THEN 'CANCELLED' WHEN 'amend' THEN status ELSE 'PENDING' END),
  ADD CHECK (action <> 'amend' OR status <> 'CANCELLED'),
  ADD CHECK ((action IN ('hold', 'extend')) = (hold_reason IS NOT NULL)),
  -- An amendment may say why the value changed; no other decision but a cancellation has such a reason.
  ADD CHECK (reason_code IS NOT NULL OR action <> 'cancel'),
  ADD CHECK (reason_code IS NULL OR action IN ('cancel', 'amend')),
  ADD CHECK (due_at IS NOT NULL OR action <> 'extend'),
  ADD CHECK (due_at IS NULL OR action IN ('hold', 'extend')),
  ADD CHECK (decided_as <> 'rule' OR decided_by IS NULL);

-- The fee on a confirmed order, what its advertiser has covered of commission and fee, and the clock of an undecided
-- order.
ALTER TABLE transaction_state
  ADD COLUMN fee order_amount NOT NULL DEFAULT 0,
  ADD COLUMN covered_commission order_amount NOT NULL DEFAULT 0,
  ADD COLUMN covered_fee order_amount NOT NULL DEFAULT 0,
  ADD COLUMN confirmed_at timestamptz,
  -- When the whole was last covered.
  ADD COLUMN covered_at timestamptz,
  ADD COLUMN hold_reason hold_reason,
  -- When the order decides itself after an extension; null for the end of its validation period.
  ADD COLUMN due_at timestamptz,
  ADD COLUMN extensions smallint NOT NULL DEFAULT 0;
UPDATE transaction_state SET confirmed_at = decided_at WHERE status = 'CONFIRMED';

-- The job that uses an advertiser's funds takes the oldest confirmed orders first.
CREATE INDEX transaction_state_uncovered
  ON transaction_state (advertiser_id, confirmed_at, publisher_id, transaction_id)
  WHERE status = 'CONFIRMED' AND (covered_commission < commission OR covered_fee < fee);

-- A change of what is payable to a publisher: a covered commission, or a negative one that a later decision takes back.
-- The payout that contains it is named here from its draft on; a payout that fails lets its lines go.
CREATE TABLE statement_line (
  publisher_id bigint NOT NULL,
  -- The entry of the ledger that made it payable.
  entry_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  -- In 1/10,000 USD.
  amount bigint NOT NULL CHECK (amount <> 0),
  payable_at timestamptz NOT NULL,
  payout_id uuid,
  PRIMARY KEY (publisher_id, entry_id),
  FOREIGN KEY (publisher_id, entry_id) REFERENCES entry (publisher_id, id) ON DELETE RESTRICT
);
CREATE INDEX statement_line_open ON statement_line (publisher_id, payable_at) WHERE payout_id IS NULL;
CREATE INDEX statement_line_by_payout ON statement_line (publisher_id, payout_id) WHERE payout_id IS NOT NULL;

-- An order can be undecided again, so the index by change holds the orders with a decision.
DROP INDEX transaction_state_by_change;
CREATE INDEX transaction_state_by_change ON transaction_state (publisher_id, changed_at, transaction_id)
  WHERE sequence > 0;
