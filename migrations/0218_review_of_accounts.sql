-- A publisher reads since when its account is approved, among the conditions of its next payment.
CREATE OR REPLACE VIEW account_summary AS
  SELECT id, display_name, email, role, locale, review_status, muted_notices, created_at, erased_at,
    password_hash IS NOT NULL AS is_confirmed, reviewed_at
  FROM account;
