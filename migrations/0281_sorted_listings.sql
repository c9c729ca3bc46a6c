-- Each way to sort the publishers whom brands may find has an index, so that a page reads its own rows only.
DROP INDEX publisher_listing_score;
CREATE INDEX publisher_listing_by_evidence ON publisher_listing
  (score DESC NULLS LAST, is_verified DESC, listed_at DESC, publisher_id);
CREATE INDEX publisher_listing_by_clicks ON publisher_listing
  (click_band DESC NULLS LAST, score DESC NULLS LAST, listed_at DESC, publisher_id);
CREATE INDEX publisher_listing_by_agreement ON publisher_listing (listed_at DESC, publisher_id);

-- Finds publishers by a part of their names. A server may lack the extension. Then a search compares all names.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX publisher_by_part_of_name ON publisher USING gin (name gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'No index of parts of names: %', SQLERRM;
END
$$;
