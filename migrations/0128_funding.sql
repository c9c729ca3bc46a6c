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

-- The dates that publishers see with the programme, written with those of the advertiser.
ALTER TABLE program
  ADD COLUMN no_joins_from timestamptz,
  ADD COLUMN closed_from timestamptz;

-- The funds of an advertiser are the sum of its balances over all publishers.
CREATE INDEX balance_by_account ON balance (account);

-- The statement of an advertiser reads what moved its funds, also when they came back from a cancelled order.
CREATE INDEX posting_from_funds ON posting (from_account) WHERE from_account LIKE 'advertiser\_funds:%';
CREATE INDEX posting_to_funds ON posting (to_account) WHERE to_account LIKE 'advertiser\_funds:%';

-- How much of the confirmed commission of the last 90 days is not covered, for the programme's card.
ALTER TABLE program_figures
  ADD COLUMN confirmed_commission bigint NOT NULL DEFAULT 0,
  ADD COLUMN uncovered_commission bigint NOT NULL DEFAULT 0;
