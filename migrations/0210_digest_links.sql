-- The link in the digests of a member: who has it can end the digests of one rhythm about one advertiser, and nothing
-- else. A mail holds the token, so it is stored as it is.
CREATE TABLE notice_digest (
  account_id bigint NOT NULL REFERENCES account (id) ON DELETE RESTRICT,
  advertiser_id bigint NOT NULL REFERENCES advertiser (id) ON DELETE RESTRICT,
  digest text NOT NULL CHECK (digest IN ('daily', 'weekly')),
  token text NOT NULL UNIQUE CHECK (length(token) = 43),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, advertiser_id, digest)
);
