-- What a publisher was mailed about its money, so that no mail is sent twice.
CREATE TABLE payout_notice (
  publisher_id bigint NOT NULL,
  payout_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('paid', 'failed', 'returned')),
  PRIMARY KEY (publisher_id, payout_id, status)
);
-- Finds the settled payouts of the last days.
CREATE INDEX payout_settled ON payout (changed_at) WHERE status IN ('paid', 'failed', 'returned');

-- The publishers who had decided orders on a UTC day.
CREATE TABLE decision_digest (
  publisher_id bigint NOT NULL,
  day date NOT NULL,
  PRIMARY KEY (publisher_id, day)
);
