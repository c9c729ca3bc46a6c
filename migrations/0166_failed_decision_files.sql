-- A file whose step fails again and again is set aside as failed, so that it does not keep later files from their turn.
ALTER TABLE decision_file
  ADD COLUMN failures smallint NOT NULL DEFAULT 0 CHECK (failures >= 0),
  DROP CONSTRAINT decision_file_status_check,
  ADD CONSTRAINT decision_file_status_check CHECK (
    status IN ('checking', 'checked', 'deciding', 'decided', 'reversing', 'reversed', 'failed')
  );
