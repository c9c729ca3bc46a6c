-- That an advertiser reached 80 or 100 % of its funds and credit, for the mails to the publishers of its programmes.
CREATE TABLE ladder_notice (
  advertiser_id bigint NOT NULL REFERENCES advertiser (id) ON DELETE RESTRICT,
  level text NOT NULL CHECK (level IN ('low', 'used_up')),
  reached_at timestamptz NOT NULL,
  -- The publishers are mailed in the order of their ids: the last one, or null once all are.
  progress_publisher_id bigint DEFAULT 0,
  PRIMARY KEY (advertiser_id, level, reached_at)
);
CREATE INDEX ladder_notice_open ON ladder_notice (reached_at) WHERE progress_publisher_id IS NOT NULL;

-- Publishers and operators can switch these mails off. Who has switched all present ones off gets none of these.
ALTER TABLE account DROP CONSTRAINT account_muted_notices_check;
UPDATE account SET muted_notices = muted_notices || ARRAY['funds'] WHERE muted_notices @> CASE role
  WHEN 'publisher' THEN ARRAY['memberships', 'decisions', 'run_announced', 'paid', 'payment_failed']
  ELSE ARRAY['applications', 'openings', 'tax_forms'] END AND role <> 'advertiser';
ALTER TABLE account ADD CONSTRAINT account_muted_notices_check CHECK (muted_notices <@ ARRAY[
  'memberships', 'decisions', 'run_announced', 'paid', 'payment_failed', 'applications', 'openings', 'tax_forms',
  'funds'
]);
