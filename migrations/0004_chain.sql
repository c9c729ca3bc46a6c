-- The chain. publisher_id is first in every key, so that the tables can be spread by it without a change.

-- A type instead of a CHECK, because a CHECK is read and prepared anew for every batch of clicks.
CREATE TYPE verdict AS ENUM (
  'payable', 'bot', 'prefetch', 'head', 'no_consent', 'not_joined', 'program_closed', 'inactive_site', 'unknown_site',
  'unknown_advertiser', 'invalid_url'
);

-- Every hit on a tracking link, whatever its verdict. 0 stands for "none known" in the id columns.
-- No foreign keys, no triggers; the primary key makes a replay from the spool harmless.
CREATE TABLE click (
  publisher_id bigint NOT NULL,
  id uuid NOT NULL,
  clicked_at timestamptz NOT NULL,
  site_id bigint NOT NULL,
  advertiser_id bigint NOT NULL,
  terms_id bigint NOT NULL,
  verdict verdict NOT NULL,
  sub1 text,
  sub2 text,
  sub3 text,
  sub4 text,
  sub5 text,
  destination text,
  referrer text,
  user_agent text,
  visitor_network text,
  PRIMARY KEY (publisher_id, id, clicked_at)
) PARTITION BY RANGE (clicked_at);

CREATE TABLE click_default PARTITION OF click DEFAULT;

CREATE INDEX click_time ON click USING brin (clicked_at) WITH (pages_per_range = 128, autosummarize = on);

CREATE TABLE transaction (
  publisher_id bigint NOT NULL,
  id uuid NOT NULL,
  advertiser_id bigint NOT NULL,
  site_id bigint NOT NULL,
  terms_id bigint NOT NULL,
  click_id uuid NOT NULL,
  clicked_at timestamptz NOT NULL,
  click_page text,
  sub1 text,
  order_ref text NOT NULL CHECK (length(order_ref) BETWEEN 1 AND 120),
  event text NOT NULL,
  order_value bigint NOT NULL CHECK (order_value >= 0),
  commission bigint NOT NULL CHECK (commission >= 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  coupon text,
  customer_status text CHECK (customer_status IN ('NEW', 'RETURNING')),
  method text NOT NULL CHECK (method IN ('server', 'pixel')),
  transaction_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (publisher_id, id)
);

CREATE INDEX transaction_by_time ON transaction (publisher_id, transaction_at DESC, id);

CREATE INDEX transaction_by_advertiser ON transaction (advertiser_id, transaction_at DESC, id);

CREATE INDEX transaction_by_click_time ON transaction (publisher_id, clicked_at);

CREATE INDEX transaction_recorded ON transaction (recorded_at);

-- One transaction per advertiser, order and event, whichever way and however often it is reported.
CREATE TABLE transaction_key (
  advertiser_id bigint NOT NULL,
  order_ref text NOT NULL,
  event text NOT NULL,
  publisher_id bigint NOT NULL,
  transaction_id uuid NOT NULL,
  PRIMARY KEY (advertiser_id, order_ref, event)
);

-- A decision is a row. The status of a transaction is its last decision, PENDING while there is none.
CREATE TABLE transaction_decision (
  publisher_id bigint NOT NULL,
  transaction_id uuid NOT NULL,
  sequence int NOT NULL CHECK (sequence > 0),
  status text NOT NULL CHECK (status IN ('CONFIRMED', 'CANCELLED')),
  reason_code text,
  note text NOT NULL DEFAULT '',
  decided_by bigint,
  decided_at timestamptz NOT NULL,
  PRIMARY KEY (publisher_id, transaction_id, sequence),
  FOREIGN KEY (publisher_id, transaction_id) REFERENCES transaction (publisher_id, id) ON DELETE RESTRICT,
  CHECK ((status = 'CANCELLED') = (reason_code IS NOT NULL)),
  CHECK (reason_code IN (
    'ORDER_CANCELLED', 'RETURNED_MERCHANDISE', 'DUPLICATED_ORDER', 'INVALID_CREDIT_CARD', 'OUT_OF_STOCK', 'ORDER_ERROR',
    'UNQUALIFIED_LEAD', 'FRAUD', 'TERMS_BREACH', 'CREDITED_ELSEWHERE', 'TEST_ACTION', 'OTHER'
  ))
);

CREATE INDEX transaction_decision_time ON transaction_decision (decided_at);

-- What an advertiser's shop reported and what it was answered; the audit line of every recorded transaction.
CREATE TABLE postback (
  advertiser_id bigint NOT NULL,
  id uuid NOT NULL,
  received_at timestamptz NOT NULL,
  channel text NOT NULL CHECK (channel IN ('query', 'form', 'json', 'pixel')),
  parameters jsonb NOT NULL,
  result text NOT NULL CHECK (result IN ('recorded', 'duplicate', 'rejected')),
  reason text,
  publisher_id bigint,
  transaction_id uuid,
  PRIMARY KEY (advertiser_id, id),
  CHECK ((result = 'rejected') = (transaction_id IS NULL)),
  CHECK ((publisher_id IS NULL) = (transaction_id IS NULL)),
  CHECK (reason IN (
    'unreadable_request', 'malformed_field', 'missing_click_id', 'forged_click_id', 'unknown_click', 'wrong_advertiser',
    'click_not_payable', 'expired_click', 'missing_order_id', 'malformed_order_id', 'malformed_event', 'unknown_event',
    'missing_amount', 'malformed_amount', 'negative_amount', 'absurd_amount', 'items_differ', 'unsupported_currency',
    'cancelled_order', 'test', 'amount_differs', 'click_differs'
  )),
  CHECK (CASE result
    WHEN 'recorded' THEN reason IS NULL
    WHEN 'rejected' THEN reason IS NOT NULL AND reason NOT IN ('amount_differs', 'click_differs')
    ELSE reason IS NULL OR reason IN ('amount_differs', 'click_differs')
  END)
);

CREATE INDEX postback_transaction ON postback (advertiser_id, transaction_id) WHERE transaction_id IS NOT NULL;

-- Records an order once, with the report that brought it. Whoever inserts the key owns the order; false says that it is
-- there already. A function, because it is one round trip and three kept plans where an answer waits for the commit.
CREATE FUNCTION record_order(fresh transaction, report postback) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO transaction_key (advertiser_id, order_ref, event, publisher_id, transaction_id)
    VALUES (fresh.advertiser_id, fresh.order_ref, fresh.event, fresh.publisher_id, fresh.id)
    ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  INSERT INTO transaction SELECT fresh.*;
  INSERT INTO postback SELECT report.*;
  RETURN true;
END
$$;

-- Double entry, append only. An entry is one event; its postings sum to zero.
CREATE TABLE entry (
  publisher_id bigint NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('confirmation', 'reversal')),
  subject_kind text NOT NULL,
  subject_id uuid NOT NULL,
  sequence int NOT NULL,
  posted_at timestamptz NOT NULL,
  PRIMARY KEY (publisher_id, id),
  UNIQUE (publisher_id, subject_kind, subject_id, sequence)
);

CREATE TABLE posting (
  publisher_id bigint NOT NULL,
  entry_id uuid NOT NULL,
  leg smallint NOT NULL CHECK (leg > 0),
  account text NOT NULL CHECK (account ~ '^[a-z_]+(:[0-9]+)?$'),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  amount bigint NOT NULL,
  PRIMARY KEY (publisher_id, entry_id, leg),
  FOREIGN KEY (publisher_id, entry_id) REFERENCES entry (publisher_id, id) ON DELETE RESTRICT
);

CREATE INDEX posting_account ON posting (publisher_id, account, currency);

CREATE TABLE balance (
  publisher_id bigint NOT NULL,
  account text NOT NULL,
  currency text NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (publisher_id, account, currency)
);

CREATE FUNCTION check_entry_is_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM posting WHERE publisher_id = NEW.publisher_id AND entry_id = NEW.entry_id
    GROUP BY currency HAVING sum(amount) <> 0
  ) THEN
    RAISE EXCEPTION 'entry % does not sum to zero', NEW.entry_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER posting_is_balanced AFTER INSERT ON posting DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION check_entry_is_balanced();

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append only', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END
$$;

CREATE TRIGGER entry_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON entry FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

CREATE TRIGGER posting_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON posting FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

CREATE TRIGGER transaction_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transaction FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

CREATE TRIGGER transaction_key_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transaction_key FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

CREATE TRIGGER transaction_decision_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transaction_decision
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER program_terms_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON program_terms FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

CREATE TRIGGER program_rate_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON program_rate FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

CREATE TRIGGER audit_line_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_line FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();
