-- When a tax form was verified. It is kept while it waits again for other legal details, and its file is kept as
-- long as that of a form under which the network paid.
ALTER TABLE tax_form ADD COLUMN verified_at timestamptz;
UPDATE tax_form SET verified_at = decided_at WHERE status = 'verified';
