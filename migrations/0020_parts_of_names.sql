-- The list of publishers is ordered by this.
CREATE INDEX publisher_name ON publisher (lower(name), id);

-- Find accounts and sites by parts of what they are called, as `publisher_by_part_of_name` finds publishers. A server
-- may lack the extension. Then a search compares all rows.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX account_by_part_of_email ON account USING gin (email gin_trgm_ops);
  CREATE INDEX account_by_part_of_name ON account USING gin (display_name gin_trgm_ops);
  CREATE INDEX site_by_part_of_name ON site USING gin (name gin_trgm_ops);
  CREATE INDEX site_by_part_of_url ON site USING gin (url gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'No index of parts of names: %', SQLERRM;
END
$$;
