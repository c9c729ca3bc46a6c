-- The texts of each order that a keyword is compared with. A job writes them, so that a postback does not. A search
-- reads these rows instead of orders that lie scattered; orders that the job has not reached are compared themselves.
CREATE TABLE transaction_text (
  publisher_id bigint NOT NULL,
  transaction_id uuid NOT NULL,
  -- A long text is stored in overlapping pieces, because an entry of an index is at most 2,700 bytes long.
  piece smallint NOT NULL,
  advertiser_id bigint NOT NULL,
  -- Order id, source page and sub ids, each in a line of its own.
  text text NOT NULL CHECK (length(text) <= 600),
  PRIMARY KEY (publisher_id, transaction_id, piece) INCLUDE (advertiser_id, text)
);

-- Tells how many orders have a keyword, before a search chooses its way.
ALTER TABLE transaction_text ALTER COLUMN text SET STATISTICS 1000;

CREATE INDEX transaction_text_by_transaction ON transaction_text (transaction_id);

-- A server may lack these extensions. Then a search of an advertiser's orders compares all texts.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE EXTENSION IF NOT EXISTS btree_gin;
  CREATE INDEX transaction_text_by_part ON transaction_text USING gin (advertiser_id, text gin_trgm_ops)
    WITH (gin_pending_list_limit = 1024);
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'No index of parts of words: %', SQLERRM;
END
$$;

-- The job has written the texts of all orders that were recorded before `written_until`, once it has none left to copy.
CREATE TABLE transaction_text_progress (
  name text PRIMARY KEY,
  written_until timestamptz NOT NULL,
  -- The order up to which older ones are copied, in the order of their keys; null once all are.
  copied_publisher_id bigint,
  copied_transaction_id uuid,
  CHECK ((copied_publisher_id IS NULL) = (copied_transaction_id IS NULL))
);
