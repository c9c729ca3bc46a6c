-- What a claimed order would earn its publisher, in 1/10,000 USD by the terms and the exchange rate of its day: the
-- money at risk while the claim waits. Null without an exchange rate, and for claims that were filed before.
ALTER TABLE claim ADD COLUMN commission bigint CHECK (commission >= 0);

-- The operators list the claims of the network.
CREATE INDEX claim_by_time ON claim (filed_at DESC, id DESC);
