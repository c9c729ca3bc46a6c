-- Where and from which balance on a publisher is paid. The id is the publisher's. The PayPal e-mail is part of the
-- profile.
CREATE TABLE payment_detail (
  id bigint PRIMARY KEY REFERENCES publisher (id),
  -- In 1/10,000 USD.
  threshold_amount bigint NOT NULL DEFAULT 0 CHECK (threshold_amount BETWEEN 0 AND 10000000000),
  billing_email text NOT NULL DEFAULT '' CHECK (length(billing_email) <= 254),
  -- The bank account as JSON.
  bank_sealed sealed,
  -- When the PayPal e-mail or the bank account last changed: payouts wait 48 hours from then.
  destination_changed_at timestamptz
);
