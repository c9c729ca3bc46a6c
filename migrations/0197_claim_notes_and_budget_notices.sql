-- Notes about claims.
ALTER TABLE note DROP CONSTRAINT note_object_kind_check;
ALTER TABLE note ADD CONSTRAINT note_object_kind_check
CHECK (object_kind IN ('transaction', 'programme', 'publisher', 'claim'));

-- That a version of a budget will stop commission (`ahead`), or that it stops it now, for the mails to the publishers.
CREATE TABLE budget_notice (
  budget_id bigint NOT NULL,
  version int NOT NULL,
  kind text NOT NULL CHECK (kind IN ('ahead', 'stopped')),
  announced_at timestamptz NOT NULL,
  -- The clicks that earn nothing, once it is reached.
  stops_from timestamptz,
  stops_until timestamptz,
  -- The publishers are mailed in the order of their ids: the last one, or null once all are.
  progress_publisher_id bigint DEFAULT 0,
  PRIMARY KEY (budget_id, version, kind, announced_at),
  FOREIGN KEY (budget_id, version) REFERENCES budget_version (budget_id, version) ON DELETE RESTRICT,
  CHECK ((kind = 'stopped') = (stops_from IS NOT NULL)),
  CHECK ((stops_from IS NULL) = (stops_until IS NULL))
);
CREATE INDEX budget_notice_open ON budget_notice (announced_at) WHERE progress_publisher_id IS NOT NULL;
