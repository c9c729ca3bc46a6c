-- What the check of the ledger found, of each UTC day the last time. Without differences the ledger was right.
CREATE TABLE ledger_check (
  day date PRIMARY KEY,
  started_at timestamptz NOT NULL,
  took_ms int NOT NULL CHECK (took_ms >= 0),
  difference_count int NOT NULL CHECK (difference_count >= 0),
  -- By kind: how many differences there are, and the first of them.
  results jsonb NOT NULL CHECK (jsonb_typeof(results) = 'array')
);
