-- The announced end of a programme. The programme goes on until then; links lead on after it, without new commission.
CREATE TABLE program_closing (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  program_id bigint NOT NULL REFERENCES program (id) ON DELETE RESTRICT,
  requested_by bigint REFERENCES account (id) ON DELETE RESTRICT,
  requested_at timestamptz NOT NULL,
  -- The notice of the programme at the time of the request.
  notice_days integer NOT NULL CHECK (notice_days BETWEEN 0 AND 365),
  closes_at timestamptz NOT NULL,
  withdrawn_at timestamptz,
  closed_at timestamptz,
  -- The mails to publishers go on after this one; null when all are told.
  progress_publisher_id bigint DEFAULT 0,
  CHECK (closes_at >= requested_at + notice_days * interval '24 hours'),
  CHECK (withdrawn_at < closes_at),
  CHECK (closed_at >= closes_at),
  CHECK (withdrawn_at IS NULL OR closed_at IS NULL)
);
-- One at a time.
CREATE UNIQUE INDEX program_closing_open ON program_closing (program_id)
WHERE withdrawn_at IS NULL AND closed_at IS NULL;
CREATE INDEX program_closing_of_program ON program_closing (program_id, id);

-- From when on the programme is closed, while that is announced.
ALTER TABLE program ADD COLUMN closes_at timestamptz;
