-- Since when a publisher is suspended at a programme. It stays after the return, until the publisher is told what the
-- terms changed meanwhile.
ALTER TABLE membership ADD COLUMN suspended_since timestamptz;
UPDATE membership SET suspended_since = coalesce(decided_at, requested_at) WHERE status = 'suspended';
ALTER TABLE membership ADD CONSTRAINT membership_suspended_since
  CHECK (CASE status WHEN 'suspended' THEN suspended_since IS NOT NULL WHEN 'joined' THEN true
    ELSE suspended_since IS NULL END);
CREATE INDEX membership_returned ON membership (program_id, publisher_id)
WHERE status = 'joined' AND suspended_since IS NOT NULL;
