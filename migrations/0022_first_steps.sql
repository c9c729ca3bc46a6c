-- When a brand put the first steps after its opening away; null while its home shows them.
ALTER TABLE setup ADD COLUMN first_steps_hidden_at timestamptz;
