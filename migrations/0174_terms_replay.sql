-- What the orders of the last 30 days would have earned by a draft. It goes with the draft, and with each change of it.
CREATE TABLE terms_replay (
  program_id bigint PRIMARY KEY REFERENCES terms_draft (program_id) ON DELETE CASCADE,
  asked_at timestamptz NOT NULL,
  asked_by bigint REFERENCES account (id),
  -- When the draft would begin: the orders are priced as if they came in the 30 days from then on.
  starts_at timestamptz NOT NULL,
  -- How many of the 30 days are priced.
  days_done smallint NOT NULL DEFAULT 0 CHECK (days_done BETWEEN 0 AND 30),
  outcome text CHECK (outcome IN ('done', 'failed')),
  -- `StoredReplay`, once it is done.
  result jsonb,
  CHECK ((result IS NOT NULL) = (outcome IS NOT DISTINCT FROM 'done'))
);
