-- Hits that a page makes by an image, a frame, a script, a style or a fetch: the visitor has not opened the link.
ALTER TYPE verdict ADD VALUE 'not_navigation' AFTER 'head';

ALTER TABLE rollup_hour ADD COLUMN not_navigation bigint NOT NULL DEFAULT 0;
ALTER TABLE rollup_hour ALTER COLUMN not_navigation DROP DEFAULT;
ALTER TABLE rollup_hour
  DROP CONSTRAINT rollup_hour_check,
  ADD CONSTRAINT rollup_hour_check CHECK (
    hits = payable + bot + prefetch + head + not_navigation + no_consent + not_joined + program_closed + inactive_site
      + unknown_site + unknown_advertiser + invalid_url
  );
