-- Recomputed, never incremented: click -> slice -> hour -> day. Everything is by the time of the click, in UTC.

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

-- Hits by verdict and the transactions of those clicks.
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
  no_consent bigint NOT NULL,
  not_joined bigint NOT NULL,
  program_closed bigint NOT NULL,
  inactive_site bigint NOT NULL,
  unknown_site bigint NOT NULL,
  unknown_advertiser bigint NOT NULL,
  invalid_url bigint NOT NULL,
  transactions bigint NOT NULL,
  cancelled_transactions bigint NOT NULL,
  order_value bigint NOT NULL,
  commission bigint NOT NULL,
  PRIMARY KEY (publisher_id, hour, site_id, advertiser_id),
  CHECK (hits = payable + bot + prefetch + head + no_consent + not_joined + program_closed + inactive_site
    + unknown_site + unknown_advertiser + invalid_url)
) WITH (fillfactor = 90);

CREATE INDEX rollup_hour_time ON rollup_hour USING brin (hour) WITH (pages_per_range = 16, autosummarize = on);

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
  PRIMARY KEY (publisher_id, day, site_id, advertiser_id)
) WITH (fillfactor = 90);

-- How far the roll-ups have been rebuilt: everything that happened before this instant is in them.
CREATE TABLE rollup_progress (
  name text PRIMARY KEY,
  rebuilt_until timestamptz NOT NULL
);

-- Hours that received late clicks (replayed from a spool) and are rebuilt once more.
CREATE TABLE click_hour_late (
  hour timestamptz PRIMARY KEY,
  noted_at timestamptz NOT NULL
);
