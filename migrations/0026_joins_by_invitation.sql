-- A programme may be joined by invitation only.

ALTER TABLE program DROP CONSTRAINT program_join_mode_check;
ALTER TABLE program ADD CONSTRAINT program_join_mode_check CHECK (join_mode IN ('auto', 'review', 'invited'));
