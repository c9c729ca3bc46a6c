-- A brand pauses its programme with notice, and resumes it. Clicks in a pause have a verdict of their own.

ALTER TYPE verdict ADD VALUE 'program_paused' BEFORE 'program_closed';

ALTER TABLE rollup_hour ADD COLUMN program_paused bigint NOT NULL DEFAULT 0;
ALTER TABLE rollup_hour DROP CONSTRAINT rollup_hour_check;
-- The rows before satisfy it as they satisfied the one before, so none is read.
ALTER TABLE rollup_hour ADD CONSTRAINT rollup_hour_check CHECK (
  hits = payable + bot + prefetch + head + not_navigation + suspended + account_closed + no_consent + not_joined
    + program_paused + program_closed + inactive_site + unknown_site + unknown_advertiser + invalid_url
) NOT VALID;

-- From when on it is paused, while its advertiser has announced that and has not resumed it.
ALTER TABLE program ADD COLUMN pauses_at timestamptz;

-- The pauses that an advertiser announced. Links lead on in a pause, and earlier clicks are paid.
CREATE TABLE program_pause (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  program_id bigint NOT NULL REFERENCES program (id) ON DELETE RESTRICT,
  requested_by bigint REFERENCES account (id) ON DELETE RESTRICT,
  requested_at timestamptz NOT NULL,
  -- The notice of the programme at the time of the request; 0 where no publisher had joined.
  notice_days integer NOT NULL CHECK (notice_days BETWEEN 0 AND 365),
  pauses_at timestamptz NOT NULL,
  paused_at timestamptz,
  -- When it was withdrawn or the programme resumed.
  ended_at timestamptz,
  -- The mails to publishers go on after this one; null when all are told.
  progress_publisher_id bigint DEFAULT 0,
  CHECK (pauses_at >= requested_at + notice_days * interval '24 hours'),
  CHECK (paused_at >= pauses_at),
  CHECK (ended_at >= requested_at)
);
-- One at a time.
CREATE UNIQUE INDEX program_pause_open ON program_pause (program_id) WHERE ended_at IS NULL;
CREATE INDEX program_pause_of_program ON program_pause (program_id, id);
