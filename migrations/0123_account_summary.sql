-- The export of an account says when it was made, and when it was erased.
CREATE OR REPLACE VIEW account_summary AS
  SELECT id, display_name, email, role, locale, review_status, receives_notices, created_at, erased_at FROM account;
