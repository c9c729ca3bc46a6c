-- The stored file that supports a decision. A cluster distributes the table of decisions, and a file goes with the
-- account that uploaded it, so no foreign key leads there.
ALTER TABLE transaction_decision ADD COLUMN evidence_file_id uuid;
