-- The mails about the work of an account can be switched off one by one. Who wanted none gets none of the present
-- kinds.
ALTER TABLE account ADD COLUMN muted_notices text[] NOT NULL DEFAULT '{}';
UPDATE account SET muted_notices = CASE role
    WHEN 'publisher' THEN ARRAY['memberships', 'decisions', 'run_announced', 'paid', 'payment_failed']
    WHEN 'advertiser' THEN ARRAY['memberships']
    ELSE ARRAY['applications', 'openings', 'tax_forms'] END
  WHERE NOT receives_notices;
ALTER TABLE account ADD CONSTRAINT account_muted_notices_check CHECK (muted_notices <@ ARRAY[
  'memberships', 'decisions', 'run_announced', 'paid', 'payment_failed', 'applications', 'openings', 'tax_forms'
]);

DROP VIEW account_summary;
ALTER TABLE account DROP CONSTRAINT account_is_erased;
ALTER TABLE account DROP COLUMN receives_notices;
ALTER TABLE account ADD CONSTRAINT account_is_erased CHECK (
  erased_at IS NULL OR (
    email = 'erased:' || id AND display_name = 'Erased account ' || id AND password_hash IS NULL
    AND review_status = 'rejected' AND review_note IS NULL
  )
);
CREATE VIEW account_summary AS
  SELECT id, display_name, email, role, locale, review_status, muted_notices, created_at, erased_at,
    password_hash IS NOT NULL AS is_confirmed
  FROM account;

-- An approved run is announced to its publishers.
ALTER TABLE payout_notice DROP CONSTRAINT payout_notice_status_check;
ALTER TABLE payout_notice ADD CONSTRAINT payout_notice_status_check
  CHECK (status IN ('approved', 'paid', 'failed', 'returned'));
