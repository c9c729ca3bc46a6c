-- Mails about the work of an account, which its owner can switch off. Mails about its safety are always sent.
ALTER TABLE account ADD COLUMN receives_notices boolean NOT NULL DEFAULT true;

CREATE OR REPLACE VIEW account_summary AS
  SELECT id, display_name, email, role, locale, review_status, receives_notices FROM account;
