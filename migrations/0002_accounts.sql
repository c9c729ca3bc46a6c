CREATE TABLE account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL CHECK (email = lower(email) AND length(email) <= 254),
  role text NOT NULL CHECK (role IN ('publisher', 'advertiser', 'operator')),
  display_name text NOT NULL,
  locale text NOT NULL DEFAULT 'en' CHECK (locale IN ('en', 'zh')),
  password_hash text,
  review_status text NOT NULL CHECK (review_status IN ('under_review', 'approved', 'rejected')),
  reviewed_at timestamptz,
  reviewed_by bigint REFERENCES account (id),
  review_note text,
  created_at timestamptz NOT NULL,
  CHECK (role <> 'operator' OR review_status = 'approved')
);

CREATE UNIQUE INDEX account_email ON account (email);

CREATE TABLE session (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  account_id bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  user_agent text
);

CREATE INDEX session_account ON session (account_id);

CREATE INDEX session_expiry ON session (expires_at);

-- One-use links that travel by mail; only their hashes are kept.
CREATE TABLE account_token (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  account_id bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('password_reset', 'password_set')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

CREATE INDEX account_token_account ON account_token (account_id);
