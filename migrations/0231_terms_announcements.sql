-- Publishers are told in batches what a published version changes for them, or that an announced one does not hold.
CREATE TABLE terms_announcement (
  terms_id bigint PRIMARY KEY REFERENCES program_terms (id),
  -- The version with which it is compared; null once all publishers for whom it changes a rate are told.
  before_id bigint REFERENCES program_terms (id),
  -- The announced versions in whose place it stands.
  replaced_ids bigint[] NOT NULL,
  -- Who joined later has read these terms.
  published_at timestamptz NOT NULL,
  -- Until when a publisher can be told of a cut, so that the notice days pass before it; null without a cut.
  tell_until timestamptz,
  -- Publishers up to this id are told.
  told_upto bigint NOT NULL DEFAULT 0,
  postponements int NOT NULL DEFAULT 0,
  ended_at timestamptz
);
CREATE INDEX terms_announcement_open ON terms_announcement (terms_id) WHERE ended_at IS NULL;

-- When the publisher was told that the version does not hold.
ALTER TABLE terms_notice ADD COLUMN withdrawal_told_at timestamptz;
