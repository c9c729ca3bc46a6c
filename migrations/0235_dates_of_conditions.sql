-- A publisher reads since when its address is verified, among the conditions of its next payment: since its owner first
-- chose a password by a mailed link. An account that was made with a password has no such moment but its creation.
ALTER TABLE account ADD COLUMN confirmed_at timestamptz;
UPDATE account SET confirmed_at = line.first_at
  FROM (
    SELECT target, min(created_at) AS first_at FROM audit_line
    WHERE action IN ('account.reset-password', 'account.adopt-password') GROUP BY target
  ) AS line
  WHERE line.target = 'account:' || account.id AND account.password_hash IS NOT NULL;

CREATE OR REPLACE VIEW account_summary AS
  SELECT id, display_name, email, role, locale, review_status, muted_notices, created_at, erased_at,
    password_hash IS NOT NULL AS is_confirmed, reviewed_at,
    CASE WHEN password_hash IS NOT NULL THEN coalesce(confirmed_at, created_at) END AS confirmed_at
  FROM account;
