-- Why an operator let a version begin before its notice: publishers read it. Null of a version that has its notice, or
-- needs none.
ALTER TABLE program_terms ADD COLUMN no_notice_reason text CHECK (length(no_notice_reason) BETWEEN 10 AND 500);
