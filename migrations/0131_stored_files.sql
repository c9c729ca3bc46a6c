-- Files that accounts upload, such as tax forms. All nodes share the database, and its backup contains it, so they lie
-- here and not in a directory of one node. Each content has a key of its own, which is sealed: a change of the secret
-- key seals the keys again and leaves the contents alone.
CREATE TABLE stored_file (
  id uuid PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account (id),
  purpose text NOT NULL CHECK (purpose IN ('tax_form', 'decision_evidence')),
  -- As the uploader's browser named it.
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  media_type text NOT NULL CHECK (media_type IN ('application/pdf', 'image/png', 'image/jpeg')),
  -- The length of the file in bytes.
  size int NOT NULL CHECK (size BETWEEN 1 AND 5242880),
  uploaded_at timestamptz NOT NULL,
  -- When it is deleted; null as long as another row refers to it.
  delete_after timestamptz,
  key_sealed sealed NOT NULL,
  -- Encrypted, in the layout of the type `sealed`.
  content bytea NOT NULL
);
-- Encrypted bytes cannot be compressed.
ALTER TABLE stored_file ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE INDEX stored_file_by_account ON stored_file (account_id);
CREATE INDEX stored_file_deletion ON stored_file (delete_after) WHERE delete_after IS NOT NULL;
