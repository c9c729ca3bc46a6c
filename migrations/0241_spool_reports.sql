-- What each node on a database of several nodes says of its spool, so that a backup knows which clicks it lacks.
CREATE TABLE spool_report (
  node_id uuid PRIMARY KEY,
  -- The name of the machine, for people.
  node_name text NOT NULL CHECK (length(node_name) <= 253),
  clicks bigint NOT NULL CHECK (clicks >= 0),
  -- Before the clicks were counted, by the clock of the database.
  reported_at timestamptz NOT NULL
);
