-- An erased account keeps its row as a pseudonym, because orders, decisions and audit lines name it.
ALTER TABLE account ADD COLUMN erased_at timestamptz;
ALTER TABLE account ADD CONSTRAINT account_is_erased CHECK (
  erased_at IS NULL OR (
    email = 'erased:' || id AND display_name = 'Erased account ' || id AND password_hash IS NULL
    AND review_status = 'rejected' AND review_note IS NULL AND NOT receives_notices
  )
);
