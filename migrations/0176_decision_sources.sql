-- Where an advertiser offers its file of decisions, which the network fetches every day.
CREATE TABLE decision_source (
  advertiser_id bigint PRIMARY KEY REFERENCES advertiser (id) ON DELETE RESTRICT,
  url text NOT NULL CHECK (length(url) BETWEEN 1 AND 2000),
  -- What becomes of a fetched file: a check, or the decisions of its right lines.
  mode text NOT NULL CHECK (mode IN ('check', 'valid')),
  -- The hour of the day (UTC).
  hour smallint NOT NULL CHECK (hour BETWEEN 0 AND 23),
  set_at timestamptz NOT NULL,
  set_by bigint REFERENCES account (id),
  due_at timestamptz NOT NULL,
  fetched_at timestamptz,
  -- Why the last fetch failed; null if it succeeded.
  fault text CHECK (length(fault) <= 200),
  failures smallint NOT NULL DEFAULT 0 CHECK (failures >= 0),
  -- The file of the last fetch that succeeded. The same content is the same file.
  file_id uuid REFERENCES decision_file (id) ON DELETE SET NULL
);
CREATE INDEX decision_source_due ON decision_source (due_at);
