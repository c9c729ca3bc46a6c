-- Payable clicks of a publisher with their transactions, by slot (sub 1 to sub 5), day of the click, advertiser and sub
-- id. Recomputed from clicks and transactions, never incremented.
CREATE TABLE rollup_sub_id (
  publisher_id bigint NOT NULL,
  slot smallint NOT NULL CHECK (slot BETWEEN 1 AND 5),
  -- The day of the click, in UTC.
  day date NOT NULL,
  advertiser_id bigint NOT NULL,
  -- Empty in the row that sums up all sub ids beyond the 10,000 with the most clicks of that publisher, slot and day.
  sub_id text NOT NULL,
  clicks bigint NOT NULL,
  transactions bigint NOT NULL,
  commission bigint NOT NULL,
  PRIMARY KEY (publisher_id, slot, day, advertiser_id, sub_id)
) WITH (fillfactor = 90);
