-- Seals of the audit trail. Each covers the lines after the seal before it and contains the digest of that seal, so a
-- changed or missing line, or a missing seal, shows. A seal is never changed or deleted.
CREATE TABLE audit_seal (
  -- The id of the last line of the seal before, 0 for the first seal. No two seals follow the same one.
  after_id bigint NOT NULL UNIQUE,
  last_id bigint PRIMARY KEY CHECK (last_id > after_id),
  line_count int NOT NULL CHECK (line_count > 0),
  -- SHA-256 of the digest of the seal before and of the SHA-256 of each line.
  digest bytea NOT NULL CHECK (length(digest) = 32),
  sealed_at timestamptz NOT NULL
);
