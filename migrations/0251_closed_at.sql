-- When a programme was closed, and who decided that: its brand by announcing the day, or an operator.
ALTER TABLE program
  ADD COLUMN closed_at timestamptz,
  ADD COLUMN closed_by bigint REFERENCES account (id) ON DELETE RESTRICT;
UPDATE program SET closed_at = last.closed_at, closed_by = last.requested_by
FROM (
  SELECT DISTINCT ON (program_id) program_id, closed_at, requested_by FROM program_closing
  WHERE withdrawn_at IS NULL ORDER BY program_id, id DESC
) AS last
WHERE last.program_id = program.id AND program.status = 'closed' AND last.closed_at IS NOT NULL;
UPDATE program SET closed_at = changed_at WHERE status = 'closed' AND closed_at IS NULL;
ALTER TABLE program ADD CONSTRAINT program_closed_at CHECK ((closed_at IS NULL) OR status = 'closed');
ALTER TABLE program ADD CONSTRAINT program_closed_by CHECK (closed_by IS NULL OR closed_at IS NOT NULL);
