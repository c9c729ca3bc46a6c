-- A run does not pay to a bank account whose holder has no name that payment files can write.
ALTER TABLE payout_exclusion
  DROP CONSTRAINT payout_exclusion_reason_check,
  ADD CONSTRAINT payout_exclusion_reason_check CHECK (reason IN (
    'below_minimum', 'closing', 'negative', 'no_details', 'no_bank_name', 'details_changed', 'unverified_email',
    'no_tax_form', 'tax_form_waiting', 'tax_form_expired', 'not_approved', 'on_hold', 'closed', 'open_payout'
  ));
