-- Money: exchange rates, and the ledger in double entry.

-- An ISO 4217 code.
CREATE DOMAIN currency_code AS text CHECK (VALUE ~ '^[A-Z]{3}$');

-- === exchange ===

-- Rates by which orders in other currencies are counted in USD. A row is never changed: a later one of the same day and
-- currency counts for orders that have no rate yet.
CREATE TABLE exchange_rate (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The UTC day of the orders for which it counts first.
  day date NOT NULL,
  currency currency_code NOT NULL CHECK (currency <> 'USD'),
  -- USD for one unit of the currency.
  rate numeric(14, 10) NOT NULL CHECK (rate > 0 AND rate <= 1000),
  source text NOT NULL CHECK (source IN ('entered', 'imported', 'fetched')),
  recorded_by bigint,
  recorded_at timestamptz NOT NULL,
  CHECK (source <> 'fetched' OR recorded_by IS NULL)
);
CREATE INDEX exchange_rate_by_day ON exchange_rate (currency, day, id);

-- What the last fetch of rates brought: the rates that it added, or why it failed.
CREATE TABLE exchange_fetch (
  name text PRIMARY KEY CHECK (name = 'rates'),
  fetched_at timestamptz NOT NULL,
  added int NOT NULL CHECK (added >= 0),
  -- Null when it succeeded.
  failure text CHECK (failure IN (
    'refused', 'busy', 'timeout', 'unreachable', 'too_many_redirects', 'status', 'large', 'lines'
  )),
  -- The first wrong line of the file.
  line int CHECK (line > 0),
  -- When a fetch last succeeded.
  succeeded_at timestamptz,
  CHECK (failure IS NULL OR added = 0),
  CHECK (failure IS NOT NULL OR succeeded_at IS NOT NULL)
);

-- === ledger ===

-- Double entry, append only. An entry is one event (docs/ledger.md). Its source and the sequence name its cause.
CREATE TABLE entry (
  publisher_id bigint NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  source_kind text NOT NULL,
  source_id uuid NOT NULL,
  sequence int NOT NULL,
  posted_at timestamptz NOT NULL,
  PRIMARY KEY (publisher_id, id),
  CONSTRAINT entry_publisher_id_subject_kind_subject_id_sequence_key
    UNIQUE (publisher_id, source_kind, source_id, sequence)
);

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

-- A kind of ledger account, with the id of its advertiser if it has one: `advertiser_funds:12`.
CREATE DOMAIN ledger_account AS text CHECK (VALUE ~ '^[a-z_]+(:[0-9]+)?$');

CREATE DOMAIN moved_amount AS bigint CHECK (VALUE > 0);

-- A posting moves a positive amount from the debited ledger account to the credited one, so an entry balances by
-- construction.
CREATE TABLE posting (
  publisher_id bigint NOT NULL,
  entry_id uuid NOT NULL,
  line_no smallint NOT NULL,
  from_account ledger_account NOT NULL,
  to_account ledger_account NOT NULL,
  -- The ledger is in USD only.
  currency currency_code NOT NULL CHECK (currency = 'USD'),
  -- In 1/10,000 USD.
  amount moved_amount NOT NULL,
  PRIMARY KEY (publisher_id, entry_id, line_no),
  FOREIGN KEY (publisher_id, entry_id) REFERENCES entry (publisher_id, id) ON DELETE RESTRICT,
  CHECK (from_account <> to_account)
);
-- What moved the funds of an advertiser, also when they came back from a cancelled order, in the order of the ids of
-- the entries, which is that of time.
CREATE INDEX posting_from_funds ON posting (from_account, entry_id) WHERE from_account LIKE 'advertiser\_funds:%';
CREATE INDEX posting_to_funds ON posting (to_account, entry_id) WHERE to_account LIKE 'advertiser\_funds:%';

-- Credits less debits of a ledger account, updated in the transaction of each posting.
CREATE TABLE balance (
  publisher_id bigint NOT NULL,
  account text NOT NULL,
  -- The ledger is in USD only.
  currency text NOT NULL CHECK (currency = 'USD'),
  amount bigint NOT NULL,
  PRIMARY KEY (publisher_id, account, currency)
);
-- The funds of an advertiser are the sum of its balances over all publishers.
CREATE INDEX balance_by_account ON balance (account);

-- What moved the funds of an advertiser in a month (UTC), by the publisher of the orders; deposits and refunds stand
-- under publisher 0. Each posting updates it in its own transaction, as it does balances, so a billing reads a row for
-- each publisher and month and not each posting.
CREATE TABLE funds_month (
  publisher_id bigint NOT NULL,
  advertiser_id bigint NOT NULL,
  -- The first day.
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  -- In 1/10,000 USD, as all amounts.
  deposits bigint NOT NULL,
  refunds bigint NOT NULL,
  -- The entries that covered an order or brought back what had, and the orders that were covered.
  entries bigint NOT NULL,
  orders bigint NOT NULL CHECK (orders <= entries),
  -- What they took less what they brought back, and the part of it that became payable.
  used bigint NOT NULL,
  commission bigint NOT NULL,
  PRIMARY KEY (publisher_id, advertiser_id, month)
) WITH (fillfactor = 90);
CREATE INDEX funds_month_by_advertiser ON funds_month (advertiser_id, month);
