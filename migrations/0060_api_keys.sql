-- Keys with which a publisher's programs call the API. `prefix` finds the row and is shown in lists; of the secret part
-- only the SHA-256 is stored.
CREATE TABLE api_key (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  publisher_id bigint NOT NULL REFERENCES publisher (id),
  prefix text NOT NULL UNIQUE CHECK (prefix ~ '^[a-z0-9]{12}$'),
  secret_hash bytea NOT NULL CHECK (length(secret_hash) = 32),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  scopes text[] NOT NULL CHECK (
    cardinality(scopes) BETWEEN 1 AND 3 AND scopes <@ ARRAY['read_transactions', 'read_directory', 'make_links']
  ),
  created_at timestamptz NOT NULL,
  created_by bigint REFERENCES account (id),
  revoked_at timestamptz,
  revoked_by bigint REFERENCES account (id),
  -- At most a minute late.
  last_used_at timestamptz,
  CHECK (revoked_at IS NOT NULL OR revoked_by IS NULL)
);

CREATE INDEX api_key_publisher ON api_key (publisher_id);

-- The list of changes since an instant, oldest first, for programs that copy the transactions of one publisher.
CREATE INDEX transaction_state_by_change ON transaction_state (publisher_id, changed_at, transaction_id);
