-- Hits on tracking links, the links, and what they promote.

-- A type instead of a CHECK, because a CHECK is read and prepared anew for every batch of clicks.
CREATE TYPE verdict AS ENUM (
  'payable', 'bot', 'prefetch', 'head', 'not_navigation', 'suspended', 'account_closed', 'no_consent', 'not_joined',
  'program_closed', 'inactive_site', 'unknown_site', 'unknown_advertiser', 'invalid_url'
);

CREATE TYPE device AS ENUM ('desktop', 'mobile', 'tablet', 'tv');

-- === tracking ===

-- Every hit on a tracking link, whatever its verdict. 0 stands for "none known" in the id columns. No foreign keys; the
-- primary key makes a replay from the spool harmless. A job makes the partitions of the months.
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
  ip_prefix text,
  -- Country and kind of device of the visitor; null under Global Privacy Control and where they are unknown.
  country character(2),
  device device,
  -- The promotion whose link the visitor followed, as the link names it.
  promotion_id bigint,
  PRIMARY KEY (publisher_id, id, clicked_at)
) PARTITION BY RANGE (clicked_at);
CREATE TABLE click_default PARTITION OF click DEFAULT;
CREATE INDEX click_time ON click USING brin (clicked_at) WITH (pages_per_range = 128, autosummarize = on);

-- The last links that a publisher made. The command that adds a row removes the oldest ones of the publisher, so the
-- table grows with the publishers and not with their traffic.
CREATE TABLE custom_link (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  publisher_id bigint NOT NULL REFERENCES publisher (id),
  site_id bigint NOT NULL REFERENCES site (id),
  destination text NOT NULL CHECK (destination ~ '^https?://' AND length(destination) <= 8000),
  sub1 text NOT NULL CHECK (length(sub1) <= 64),
  sub2 text NOT NULL CHECK (length(sub2) <= 64),
  sub3 text NOT NULL CHECK (length(sub3) <= 64),
  sub4 text NOT NULL CHECK (length(sub4) <= 64),
  sub5 text NOT NULL CHECK (length(sub5) <= 64),
  made_at timestamptz NOT NULL
);
-- A link that is made again moves to the top of the list. An index entry is too small for a destination.
CREATE UNIQUE INDEX custom_link_once ON custom_link (site_id, md5(destination), sub1, sub2, sub3, sub4, sub5);
CREATE INDEX custom_link_publisher ON custom_link (publisher_id, made_at);

-- Hours that received late clicks (replayed from a spool) and are rebuilt once more.
CREATE TABLE late_click_hour (
  hour timestamptz CONSTRAINT click_hour_late_pkey PRIMARY KEY,
  marked_at timestamptz NOT NULL
);

-- Hits that are counted but not stored one by one, because too many came from one IP prefix within the hour.
CREATE TABLE hit_overflow (
  hour timestamptz NOT NULL CHECK (hour = date_trunc('hour', hour, 'UTC')),
  verdict verdict NOT NULL,
  worker int NOT NULL CHECK (worker >= 0),
  hits bigint NOT NULL CHECK (hits > 0),
  PRIMARY KEY (hour, verdict, worker)
);

-- What each node on a database of several nodes says of its spool, so that a backup knows which clicks it lacks.
CREATE TABLE spool_report (
  node_id uuid PRIMARY KEY,
  -- The name of the machine, for people.
  node_name text NOT NULL CHECK (length(node_name) <= 253),
  clicks bigint NOT NULL CHECK (clicks >= 0),
  -- Before the clicks were counted, by the clock of the database.
  reported_at timestamptz NOT NULL
);

-- The months of which the clicks have been rewritten without user agent, referrer and IP prefix.
CREATE TABLE stripped_click_month (
  -- The first day of the month, in UTC.
  month date PRIMARY KEY CHECK (month = date_trunc('month', month::timestamp)::date),
  clicks bigint NOT NULL CHECK (clicks >= 0),
  stripped_at timestamptz NOT NULL
);

-- === promotions ===

-- Promotions: the coupon codes, deals and products that advertisers offer to the readers of publishers.
CREATE TABLE promotion (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  advertiser_id bigint NOT NULL REFERENCES advertiser (id),
  kind text NOT NULL CHECK (kind IN ('coupon', 'deal', 'product')),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 2000),
  code text CHECK (code ~ '^[!-~]{1,60}$'),
  category text NOT NULL CHECK (length(category) BETWEEN 1 AND 60),
  commission_text text NOT NULL DEFAULT '' CHECK (length(commission_text) <= 200),
  url text NOT NULL CHECK (url ~ '^https?://' AND length(url) <= 2000),
  -- The first and the last day, in UTC. Without a last day it runs until it is ended.
  starts_on date NOT NULL,
  ends_on date CHECK (ends_on >= starts_on),
  -- When the advertiser or an operator ended it before its last day.
  ended_at timestamptz,
  created_at timestamptz NOT NULL,
  CHECK ((kind = 'coupon') = (code IS NOT NULL))
);
-- The same file imported twice adds nothing.
CREATE UNIQUE INDEX promotion_once ON promotion (advertiser_id, title, starts_on, coalesce(code, ''));
-- The search finds codes by this.
CREATE INDEX promotion_code ON promotion (upper(code)) WHERE code IS NOT NULL;

-- The site that earns the orders with a coupon code. A code belongs to one site, so to one publisher, at a time; `code`
-- is in upper case, because shops ignore the case. Rows are never edited except for their end.
CREATE TABLE coupon_assignment (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  advertiser_id bigint NOT NULL REFERENCES advertiser (id),
  code text NOT NULL CHECK (code ~ '^[!-~]{1,60}$' AND code = upper(code)),
  site_id bigint NOT NULL REFERENCES site (id),
  assigned_at timestamptz NOT NULL,
  released_at timestamptz CHECK (released_at >= assigned_at)
);
CREATE UNIQUE INDEX coupon_assignment_code ON coupon_assignment (advertiser_id, code) WHERE released_at IS NULL;

-- The last test of each address to which promotions of an advertiser lead. A test may come before its promotion.
CREATE TABLE link_test (
  advertiser_id bigint NOT NULL REFERENCES advertiser (id),
  -- In percent-encoding, as a promotion holds it.
  url text NOT NULL CHECK (length(url) <= 2000),
  tested_at timestamptz NOT NULL,
  fault text CHECK (fault IN ('refused', 'unreachable', 'timeout', 'busy', 'too_many_hops', 'status', 'lost')),
  PRIMARY KEY (advertiser_id, url)
);
CREATE INDEX link_test_age ON link_test (tested_at);
