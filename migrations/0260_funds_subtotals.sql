-- What 1,000 uses of the funds of an advertiser sum up to, in the order of the ids of their entries, which is that of
-- time. A row begins after the last entry of the row before it. A job writes them, so a posting does not. A list reads
-- rows instead of postings once they contain as many uses as funds_month, which each posting updates.
CREATE TABLE funds_subtotal (
  advertiser_id bigint NOT NULL,
  last_entry_id uuid NOT NULL,
  -- The entries that covered an order or brought back what had.
  entries bigint NOT NULL CHECK (entries >= 0),
  -- What they took less what they brought back, in 1/10,000 USD, and the part of it that became payable.
  used bigint NOT NULL,
  commission bigint NOT NULL,
  refund_entries bigint NOT NULL CHECK (refund_entries >= 0),
  refunds bigint NOT NULL CHECK (refunds >= 0),
  -- The least and the most that all up to one of the entries took, counted from the beginning of the row.
  lowest bigint NOT NULL CHECK (lowest <= 0),
  highest bigint NOT NULL CHECK (highest >= 0),
  PRIMARY KEY (advertiser_id, last_entry_id)
);
