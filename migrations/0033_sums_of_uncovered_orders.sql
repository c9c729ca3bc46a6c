-- What is owed is summed from the index alone: it has the amounts, and its condition names them already, so an update
-- of them writes no further index.
DROP INDEX transaction_state_uncovered;
CREATE INDEX transaction_state_uncovered
  ON transaction_state (advertiser_id, confirmed_at, publisher_id, transaction_id)
  INCLUDE (transaction_at, commission, covered_commission, fee, covered_fee)
  WHERE status = 'CONFIRMED' AND (covered_commission < commission OR covered_fee < fee);
