-- The rules by which join requests of a programme are decided: the first that matches acts. A change is the next
-- version.
CREATE TABLE join_rule_version (
  program_id bigint NOT NULL REFERENCES program (id) ON DELETE RESTRICT,
  version int NOT NULL CHECK (version > 0),
  created_at timestamptz NOT NULL,
  created_by bigint REFERENCES account (id),
  PRIMARY KEY (program_id, version)
);

CREATE TABLE join_rule (
  program_id bigint NOT NULL,
  version int NOT NULL,
  -- Its place in the order of the rules.
  rule_no smallint NOT NULL CHECK (rule_no BETWEEN 1 AND 20),
  action text NOT NULL CHECK (action IN ('accept', 'ask', 'refuse')),
  -- Conditions; an empty list and a null name none. All have to be true.
  methods text[] NOT NULL CHECK (cardinality(methods) <= 24),
  countries text[] NOT NULL CHECK (cardinality(countries) <= 250),
  -- The oldest active site is at least, or less than, so many days on the network.
  min_site_days smallint CHECK (min_site_days BETWEEN 1 AND 3650),
  max_site_days smallint CHECK (max_site_days BETWEEN 1 AND 3650),
  is_verified boolean,
  -- The question, or the reason.
  text text NOT NULL CHECK (length(text) <= 1000),
  PRIMARY KEY (program_id, version, rule_no),
  FOREIGN KEY (program_id, version) REFERENCES join_rule_version (program_id, version) ON DELETE RESTRICT,
  CHECK ((action = 'accept') = (text = '')),
  CHECK (min_site_days IS NULL OR max_site_days IS NULL OR min_site_days < max_site_days)
);

-- The rule that acted on a join request.
ALTER TABLE membership_event
  ADD COLUMN rule_version int,
  ADD COLUMN rule_no smallint,
  ADD CHECK ((rule_version IS NULL) = (rule_no IS NULL));
