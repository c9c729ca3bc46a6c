-- Every closed programme tells when it was closed, and no other does. 0251 allowed a closed one that did not.
UPDATE program SET closed_at = changed_at WHERE status = 'closed' AND closed_at IS NULL;
ALTER TABLE program DROP CONSTRAINT program_closed_at;
ALTER TABLE program ADD CONSTRAINT program_closed_at CHECK ((closed_at IS NOT NULL) = (status = 'closed'));
