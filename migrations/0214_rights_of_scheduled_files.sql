-- A scheduled file decides for the member who set it, and stops when that member may not decide any more.
ALTER TABLE decision_source
  ADD COLUMN stopped_at timestamptz,
  ADD COLUMN stop_reason text CHECK (stop_reason IN ('left', 'role')),
  ADD CHECK ((stopped_at IS NULL) = (stop_reason IS NULL));
DROP INDEX decision_source_due;
CREATE INDEX decision_source_due ON decision_source (due_at) WHERE stopped_at IS NULL;
