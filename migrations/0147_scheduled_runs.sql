-- A run that the schedule drafted has no maker.
ALTER TABLE payout_run ALTER COLUMN made_by DROP NOT NULL;

-- The months whose run the schedule has drafted, each once: a draft that an operator discards does not come back.
CREATE TABLE scheduled_run (
  -- The first day of the UTC month.
  month date PRIMARY KEY CHECK (date_trunc('month', month::timestamp) = month),
  run_id uuid NOT NULL,
  drafted_at timestamptz NOT NULL
);
