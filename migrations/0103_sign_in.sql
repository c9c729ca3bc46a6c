-- The password of a sign-up leaves its row only when the address is confirmed.
ALTER TABLE signup ADD CHECK (password_hash IS NOT NULL OR confirmed_at IS NOT NULL);

-- Failed attempts by key, and when the next attempt may begin. The wait grows with the failures.
CREATE UNLOGGED TABLE failure_wait (
  key text PRIMARY KEY,
  failures int NOT NULL CHECK (failures >= 0),
  last_at timestamptz NOT NULL,
  next_at timestamptz NOT NULL
);

CREATE INDEX failure_wait_last ON failure_wait (last_at);
