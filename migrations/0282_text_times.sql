-- The time of an order beside its texts, so that the newest orders of a keyword are known before their states are read.
-- The job writes the texts again.
TRUNCATE transaction_text;
DELETE FROM transaction_text_progress;
ALTER TABLE transaction_text
  ADD COLUMN transaction_at timestamptz NOT NULL,
  DROP CONSTRAINT transaction_text_pkey;
ALTER TABLE transaction_text
  ADD PRIMARY KEY (publisher_id, transaction_id, piece) INCLUDE (advertiser_id, transaction_at, text);
