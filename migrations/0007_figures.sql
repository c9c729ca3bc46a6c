-- Roll-ups of clicks and orders, and the claims of publishers whose order is missing. A roll-up is recomputed, never
-- incremented: click -> slice -> hour -> day. Everything is by the time of the click, in UTC.

-- === reports ===

-- Hits of the hours that are still open, by slices of ten seconds, so that a rebuild reads the last seconds of clicks
-- and not the whole hour.
CREATE TABLE rollup_slice (
  publisher_id bigint NOT NULL,
  site_id bigint NOT NULL,
  advertiser_id bigint NOT NULL,
  slice timestamptz NOT NULL,
  verdict verdict NOT NULL,
  hits bigint NOT NULL,
  PRIMARY KEY (publisher_id, site_id, advertiser_id, slice, verdict)
) WITH (fillfactor = 80);

-- Hits by verdict and the transactions of those clicks. Hours are summed from slices while they are open.
CREATE TABLE rollup_hour (
  publisher_id bigint NOT NULL,
  hour timestamptz NOT NULL,
  site_id bigint NOT NULL,
  advertiser_id bigint NOT NULL,
  hits bigint NOT NULL,
  payable bigint NOT NULL,
  bot bigint NOT NULL,
  prefetch bigint NOT NULL,
  head bigint NOT NULL,
  not_navigation bigint NOT NULL,
  suspended bigint NOT NULL,
  account_closed bigint NOT NULL,
  no_consent bigint NOT NULL,
  not_joined bigint NOT NULL,
  program_closed bigint NOT NULL,
  inactive_site bigint NOT NULL,
  unknown_site bigint NOT NULL,
  unknown_advertiser bigint NOT NULL,
  invalid_url bigint NOT NULL,
  -- Without cancelled ones, as order value and commission.
  transactions bigint NOT NULL,
  cancelled_transactions bigint NOT NULL,
  order_value bigint NOT NULL,
  commission bigint NOT NULL,
  -- What is confirmed and what it costs, beside what counts for publishers: the reports of advertisers show both.
  confirmed_transactions bigint NOT NULL DEFAULT 0,
  confirmed_order_value bigint NOT NULL DEFAULT 0,
  confirmed_commission bigint NOT NULL DEFAULT 0,
  fee bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (publisher_id, hour, site_id, advertiser_id),
  CHECK (
    hits = payable + bot + prefetch + head + not_navigation + suspended + account_closed + no_consent + not_joined
      + program_closed + inactive_site + unknown_site + unknown_advertiser + invalid_url
  )
) WITH (fillfactor = 90);
CREATE INDEX rollup_hour_time ON rollup_hour USING brin (hour) WITH (pages_per_range = 16, autosummarize = on);

-- The same by day, without the verdicts; `clicks` are the payable hits.
CREATE TABLE rollup_day (
  publisher_id bigint NOT NULL,
  day date NOT NULL,
  site_id bigint NOT NULL,
  advertiser_id bigint NOT NULL,
  hits bigint NOT NULL,
  clicks bigint NOT NULL,
  transactions bigint NOT NULL,
  cancelled_transactions bigint NOT NULL,
  order_value bigint NOT NULL,
  commission bigint NOT NULL,
  confirmed_transactions bigint NOT NULL DEFAULT 0,
  confirmed_order_value bigint NOT NULL DEFAULT 0,
  confirmed_commission bigint NOT NULL DEFAULT 0,
  fee bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (publisher_id, day, site_id, advertiser_id)
) WITH (fillfactor = 90);
CREATE INDEX rollup_day_by_advertiser ON rollup_day (advertiser_id, day);

-- The days of a publisher at an advertiser, summed over the publisher's sites. A report of an advertiser over a month
-- reads one row of each publisher and day.
CREATE TABLE rollup_advertiser (
  publisher_id bigint NOT NULL,
  -- The day of the click, in UTC.
  day date NOT NULL,
  advertiser_id bigint NOT NULL,
  clicks bigint NOT NULL,
  transactions bigint NOT NULL,
  cancelled_transactions bigint NOT NULL,
  order_value bigint NOT NULL,
  commission bigint NOT NULL,
  confirmed_transactions bigint NOT NULL,
  confirmed_order_value bigint NOT NULL,
  confirmed_commission bigint NOT NULL,
  fee bigint NOT NULL,
  PRIMARY KEY (publisher_id, day, advertiser_id)
) WITH (fillfactor = 90);
CREATE INDEX rollup_advertiser_by_day ON rollup_advertiser (advertiser_id, day);
-- Finds the last order of a publisher at an advertiser.
CREATE INDEX rollup_advertiser_of_publisher ON rollup_advertiser (advertiser_id, publisher_id, day);

-- The same over all publishers: a report by day reads one row of each day.
CREATE TABLE rollup_advertiser_total (
  advertiser_id bigint NOT NULL,
  -- The day of the click, in UTC.
  day date NOT NULL,
  clicks bigint NOT NULL,
  transactions bigint NOT NULL,
  cancelled_transactions bigint NOT NULL,
  order_value bigint NOT NULL,
  commission bigint NOT NULL,
  confirmed_transactions bigint NOT NULL,
  confirmed_order_value bigint NOT NULL,
  confirmed_commission bigint NOT NULL,
  fee bigint NOT NULL,
  PRIMARY KEY (advertiser_id, day)
) WITH (fillfactor = 90);

CREATE TYPE report_type AS ENUM ('site', 'date', 'advertiser');

-- The sums of rollup_day once for each way in which a report groups them, so that a year of a publisher with forty
-- pairs of site and advertiser takes 365 to 3,650 rows and not 14,600.
CREATE TABLE rollup_report (
  publisher_id bigint NOT NULL,
  type report_type NOT NULL,
  day date NOT NULL,
  -- The site or the advertiser; 0 by date, where the day says all.
  group_id bigint NOT NULL,
  clicks bigint NOT NULL,
  transactions bigint NOT NULL,
  commission bigint NOT NULL,
  PRIMARY KEY (publisher_id, type, day, group_id),
  CHECK (type <> 'date' OR group_id = 0)
) WITH (fillfactor = 90);

-- Payable clicks of a publisher with their transactions, by slot (sub 1 to sub 5), day of the click, advertiser, site
-- and sub id. Recomputed from clicks and transactions, never incremented.
CREATE TABLE rollup_sub_id (
  publisher_id bigint NOT NULL,
  slot smallint NOT NULL CHECK (slot BETWEEN 1 AND 5),
  -- The day of the click, in UTC.
  day date NOT NULL,
  advertiser_id bigint NOT NULL,
  site_id bigint NOT NULL,
  -- Empty in the row that sums up all sub ids beyond the 10,000 with the most clicks of that publisher, slot and day.
  sub_id text NOT NULL,
  clicks bigint NOT NULL,
  transactions bigint NOT NULL,
  commission bigint NOT NULL,
  PRIMARY KEY (publisher_id, slot, day, advertiser_id, site_id, sub_id)
) WITH (fillfactor = 90);

-- How far the roll-ups have been rebuilt: everything that happened before this instant is in them.
CREATE TABLE rollup_progress (
  -- `rollups` for the hours and what is summed from them, `sub_ids` for the roll-up of sub ids.
  name text PRIMARY KEY,
  rebuilt_until timestamptz NOT NULL
);

-- Advertisers whose orders per click are outside their band, or that have no click since yesterday where clicks were
-- usual, so that each is mailed once.
CREATE TABLE tracking_alert (
  advertiser_id bigint PRIMARY KEY REFERENCES advertiser (id),
  state text NOT NULL CHECK (state IN ('below', 'above', 'silent')),
  since timestamptz NOT NULL
);

-- === claims ===

-- A publisher says that an order is missing. The machine answers from what it knows; what it cannot answer waits for
-- the advertiser, until the clock decides it for the publisher.
CREATE TABLE claim (
  id uuid PRIMARY KEY,
  publisher_id bigint NOT NULL REFERENCES publisher (id) ON DELETE RESTRICT,
  advertiser_id bigint NOT NULL REFERENCES advertiser (id) ON DELETE RESTRICT,
  -- The site to which the order is credited.
  site_id bigint NOT NULL REFERENCES site (id) ON DELETE RESTRICT,
  order_ref text NOT NULL CHECK (length(order_ref) BETWEEN 1 AND 120),
  event text NOT NULL CHECK (event ~ '^[a-z][a-z0-9_]{0,39}$'),
  ordered_on date NOT NULL,
  -- What the publisher says; null for an order without a value.
  amount bigint CHECK (amount >= 0),
  currency currency_code NOT NULL,
  -- The hit that the publisher names. A cluster distributes the hits, so no foreign key leads there.
  click_id uuid,
  -- A brand credits an order that matched no click: it makes the claim for a publisher, and accepts it.
  origin text NOT NULL DEFAULT 'publisher' CHECK (origin IN ('publisher', 'advertiser')),
  filed_at timestamptz NOT NULL,
  status text NOT NULL CHECK (status IN ('answered', 'waiting', 'accepted', 'refused', 'withdrawn')),
  -- What the timeline showed: the last answer of the machine, with its facts.
  answer text NOT NULL CHECK (answer IN (
    'counted', 'other_publisher', 'click_too_old', 'click_not_counted', 'no_click', 'refused_postback', 'never_reported'
  )),
  answer_facts jsonb NOT NULL,
  -- What the order would earn the publisher, in 1/10,000 USD by the terms and the exchange rate of its day: the money
  -- at risk while the claim waits. Null without an exchange rate.
  commission bigint CHECK (commission >= 0),
  -- When it is decided for the publisher; null unless it waits.
  due_at timestamptz,
  -- The evidence that the advertiser asked for once: until when the clock waits for it.
  asked_at timestamptz,
  evidence_until timestamptz,
  evidenced_at timestamptz,
  insisted_at timestamptz,
  decided_at timestamptz,
  -- The order that it became, or that was counted already. The table is distributed, so no foreign key leads there.
  transaction_id uuid,
  -- The number of its last event.
  sequence smallint NOT NULL CHECK (sequence > 0),
  -- The same order is claimed once.
  UNIQUE (publisher_id, advertiser_id, order_ref, event),
  CHECK ((status = 'waiting') = (due_at IS NOT NULL)),
  CHECK ((status IN ('accepted', 'refused')) = (decided_at IS NOT NULL)),
  CHECK (status <> 'accepted' OR transaction_id IS NOT NULL),
  CHECK ((asked_at IS NULL) = (evidence_until IS NULL)),
  CHECK (evidenced_at IS NULL OR asked_at IS NOT NULL)
);
CREATE INDEX claim_by_publisher ON claim (publisher_id, filed_at DESC, id DESC);
CREATE INDEX claim_by_advertiser ON claim (advertiser_id, filed_at DESC, id DESC);
CREATE INDEX claim_to_decide ON claim (advertiser_id, due_at, id) WHERE status = 'waiting';
CREATE INDEX claim_due ON claim (due_at, id) WHERE status = 'waiting';
-- The operators list the claims of the network.
CREATE INDEX claim_by_time ON claim (filed_at DESC, id DESC);
CREATE INDEX claim_of_order ON claim (advertiser_id, order_ref);

-- What happened to a claim, by whom.
CREATE TABLE claim_event (
  claim_id uuid NOT NULL REFERENCES claim (id) ON DELETE RESTRICT,
  sequence smallint NOT NULL CHECK (sequence > 0),
  kind text NOT NULL CHECK (kind IN (
    'filed', 'credited', 'answered', 'insisted', 'asked', 'evidenced', 'accepted', 'refused', 'withdrawn'
  )),
  acted_as text NOT NULL CHECK (acted_as IN ('publisher', 'machine', 'advertiser', 'clock')),
  acted_by bigint REFERENCES account (id),
  happened_at timestamptz NOT NULL,
  note text NOT NULL CHECK (length(note) <= 2000),
  -- Why it was refused.
  reason text CHECK (reason IN (
    'ORDER_NOT_FOUND', 'ORDER_CANCELLED', 'CREDITED_ELSEWHERE', 'OUTSIDE_TERMS', 'NOT_PROVED', 'OTHER'
  )),
  -- What the machine answered.
  answer text,
  answer_facts jsonb,
  -- The order value of an accepted claim, if it differs from the claimed one.
  amount bigint CHECK (amount >= 0),
  file_id uuid REFERENCES stored_file (id) ON DELETE SET NULL,
  PRIMARY KEY (claim_id, sequence),
  CHECK ((kind = 'refused') = (reason IS NOT NULL)),
  CHECK ((kind = 'answered') = (answer IS NOT NULL)),
  CHECK (kind = 'accepted' OR amount IS NULL)
);
CREATE INDEX claim_event_file ON claim_event (file_id) WHERE file_id IS NOT NULL;
