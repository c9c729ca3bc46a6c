-- An order that is reopened after the end of its validation period is held until a person decides it, because the end
-- of the period would decide it again at once. Its decision then has the reason of the hold.
ALTER TABLE transaction_decision
  DROP CONSTRAINT transaction_decision_check2,
  ADD CHECK (hold_reason IS NOT NULL OR action NOT IN ('hold', 'extend')),
  ADD CHECK (hold_reason IS NULL OR action IN ('hold', 'extend', 'reopen'));
