-- The clock of a join request, the question of its advertiser that waits for an answer, and how the publisher says it
-- will promote.
ALTER TABLE membership
  -- When it should be decided; null unless it is pending.
  ADD COLUMN due_at timestamptz,
  ADD COLUMN question text NOT NULL DEFAULT '' CHECK (length(question) <= 1000),
  -- When the question was asked; null unless it waits for an answer.
  ADD COLUMN asked_at timestamptz,
  ADD COLUMN methods text[] NOT NULL DEFAULT '{}' CHECK (cardinality(methods) <= 24);

UPDATE membership SET due_at = requested_at + interval '48 hours' WHERE status = 'pending';

ALTER TABLE membership
  ADD CHECK ((status = 'pending') = (due_at IS NOT NULL)),
  ADD CHECK ((question <> '') = (asked_at IS NOT NULL)),
  ADD CHECK (asked_at IS NULL OR status = 'pending');

CREATE INDEX membership_due ON membership (due_at) WHERE status = 'pending';
CREATE INDEX membership_of_program ON membership (program_id, status, due_at, publisher_id);

-- What happened between a publisher and a programme, by whom. The row of the membership says how it stands now.
CREATE TABLE membership_event (
  program_id bigint NOT NULL,
  publisher_id bigint NOT NULL,
  sequence int NOT NULL CHECK (sequence > 0),
  kind text NOT NULL CHECK (kind IN ('request', 'ask', 'answer', 'approve', 'decline', 'suspend', 'leave',
    'overdue')),
  acted_as text NOT NULL CHECK (acted_as IN ('publisher', 'advertiser', 'operator', 'system')),
  acted_by bigint REFERENCES account (id),
  happened_at timestamptz NOT NULL,
  -- The message, the question, the answer or the reason.
  text text NOT NULL CHECK (length(text) <= 1000),
  -- Of a request: how the publisher says it will promote.
  methods text[] NOT NULL DEFAULT '{}' CHECK (cardinality(methods) <= 24),
  PRIMARY KEY (program_id, publisher_id, sequence),
  FOREIGN KEY (program_id, publisher_id) REFERENCES membership (program_id, publisher_id) ON DELETE RESTRICT
);
CREATE INDEX membership_event_request ON membership_event (program_id, happened_at) WHERE kind = 'request';

INSERT INTO membership_event (program_id, publisher_id, sequence, kind, acted_as, happened_at, text)
SELECT program_id, publisher_id, 1, 'request', 'publisher', requested_at, message FROM membership;

INSERT INTO membership_event (program_id, publisher_id, sequence, kind, acted_as, acted_by, happened_at, text)
SELECT member.program_id, member.publisher_id, 2,
  CASE member.status WHEN 'joined' THEN 'approve' WHEN 'declined' THEN 'decline' WHEN 'suspended' THEN 'suspend'
    ELSE 'leave' END,
  CASE WHEN member.status = 'left' THEN 'publisher' WHEN decider.role = 'operator' THEN 'operator' ELSE 'system' END,
  member.decided_by, member.decided_at, member.reason
FROM membership AS member LEFT JOIN account AS decider ON decider.id = member.decided_by
WHERE member.decided_at IS NOT NULL;

-- Operators are told of join requests that nobody decides. Who has switched all present mails off gets none.
UPDATE account SET muted_notices = muted_notices || ARRAY['memberships']
WHERE role = 'operator' AND muted_notices @> ARRAY['applications', 'openings', 'tax_forms', 'funds'];

-- Labels of a programme for its publishers, which concern no rate.
CREATE TABLE publisher_tag (
  program_id bigint NOT NULL,
  tag text NOT NULL CHECK (length(tag) BETWEEN 1 AND 40),
  publisher_id bigint NOT NULL,
  tagged_at timestamptz NOT NULL,
  PRIMARY KEY (program_id, tag, publisher_id),
  FOREIGN KEY (program_id, publisher_id) REFERENCES membership (program_id, publisher_id) ON DELETE RESTRICT
);
CREATE INDEX publisher_tag_publisher ON publisher_tag (publisher_id, program_id);

-- Finds the last order of a publisher at an advertiser.
CREATE INDEX rollup_advertiser_of_publisher ON rollup_advertiser (advertiser_id, publisher_id, day);
