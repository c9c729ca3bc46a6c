-- A brand uploads its logo, which its public pages and the lists of publishers show.

-- The digest of what was uploaded names a logo. What is stored was drawn from it anew.
CREATE TABLE logo (
  digest text PRIMARY KEY CHECK (digest ~ '^[0-9a-f]{64}$'),
  -- WebP.
  content bytea STORAGE EXTERNAL NOT NULL CHECK (length(content) BETWEEN 1 AND 262144),
  -- When it was last uploaded. One that no programme shows is deleted after a day.
  uploaded_at timestamptz NOT NULL
);
CREATE INDEX logo_uploaded ON logo (uploaded_at);

ALTER TABLE program ADD COLUMN logo_digest text REFERENCES logo (digest);
CREATE INDEX program_logo ON program (logo_digest) WHERE logo_digest IS NOT NULL;
