-- The last walks of test clicks through the redirects of a shop. They are in no other table, and count nowhere.
CREATE TABLE test_walk (
  advertiser_id bigint NOT NULL REFERENCES advertiser (id),
  id uuid NOT NULL,
  started_at timestamptz NOT NULL,
  token text NOT NULL CHECK (length(token) <= 100),
  click_param text NOT NULL CHECK (length(click_param) <= 40),
  next_url text CHECK (length(next_url) <= 10000),
  hops jsonb NOT NULL,
  fault text CHECK (fault IN ('refused', 'unreachable', 'timeout', 'busy', 'too_many_hops', 'status', 'lost')),
  PRIMARY KEY (advertiser_id, id),
  CHECK (next_url IS NULL OR fault IS NULL)
);
