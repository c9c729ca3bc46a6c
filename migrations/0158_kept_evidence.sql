-- Finds the decisions that a stored file supports, of which there are few.
CREATE INDEX transaction_decision_evidence ON transaction_decision (publisher_id, evidence_file_id)
WHERE evidence_file_id IS NOT NULL;
