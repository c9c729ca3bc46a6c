-- The operator can stop the payouts to a publisher, with a reason that the publisher reads. What it earns stays
-- payable.
ALTER TABLE payment_detail
  ADD COLUMN held_at timestamptz,
  ADD COLUMN hold_reason text CHECK (length(hold_reason) BETWEEN 1 AND 300),
  ADD CHECK ((held_at IS NULL) = (hold_reason IS NULL));
