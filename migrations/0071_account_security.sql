-- Sessions that their owner can tell apart and end, and sign-in in two steps.

ALTER TABLE session ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY;
ALTER TABLE session ADD COLUMN last_used_at timestamptz NOT NULL DEFAULT now();
-- The /24 or /48 from which the session was opened.
ALTER TABLE session ADD COLUMN ip_prefix text;
-- Changes of sensitive data need a password that was entered a few minutes ago.
ALTER TABLE session ADD COLUMN password_verified_at timestamptz;
CREATE UNIQUE INDEX session_id ON session (id);

-- The secret that an authenticator app shares. It counts from `confirmed_at` on, when its owner entered a code.
CREATE TABLE account_totp (
  account_id bigint PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
  sealed_secret sealed NOT NULL,
  created_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  -- The 30 seconds of the last accepted code: a code works once.
  last_time_step bigint,
  CHECK (confirmed_at IS NULL OR last_time_step IS NOT NULL)
);

CREATE TABLE recovery_code (
  account_id bigint NOT NULL REFERENCES account_totp (account_id) ON DELETE CASCADE,
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (account_id, code_hash)
);

-- A login with the right password that waits for its code.
CREATE TABLE login_challenge (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  account_id bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  attempts int NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND 5)
);

CREATE INDEX login_challenge_account ON login_challenge (account_id);

CREATE INDEX login_challenge_expiry ON login_challenge (expires_at);

-- One row, from the first change on: the rules that an operator sets for signing in.
CREATE TABLE sign_in_policy (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  is_two_step_required boolean NOT NULL,
  changed_at timestamptz NOT NULL,
  changed_by bigint NOT NULL REFERENCES account (id)
);
