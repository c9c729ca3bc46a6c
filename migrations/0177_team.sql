-- The accounts of an advertiser, each with a role. Before, an advertiser had one account, which is now its owner.
CREATE TABLE team_member (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  advertiser_id bigint NOT NULL REFERENCES advertiser (id) ON DELETE RESTRICT,
  -- Null when the address had an account already: its owner cannot join.
  account_id bigint REFERENCES account (id) ON DELETE RESTRICT,
  email text NOT NULL CHECK (email = lower(email) AND length(email) <= 254),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  role text NOT NULL CHECK (role IN ('owner', 'manager', 'validator', 'finance', 'developer', 'viewer')),
  joined_at timestamptz NOT NULL,
  -- When the last invitation was mailed; null for one who needed none.
  invited_at timestamptz,
  removed_at timestamptz,
  CHECK (account_id IS NOT NULL OR invited_at IS NOT NULL)
);
CREATE UNIQUE INDEX team_member_account ON team_member (account_id) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX team_member_email ON team_member (advertiser_id, email) WHERE removed_at IS NULL;
CREATE INDEX team_member_former ON team_member (account_id);

INSERT INTO team_member (advertiser_id, account_id, email, name, role, joined_at)
SELECT advertiser.id, account.id, account.email, left(account.display_name, 120), 'owner', advertiser.created_at
FROM advertiser JOIN account ON account.id = advertiser.account_id
ORDER BY advertiser.id;
ALTER TABLE advertiser DROP COLUMN account_id;

-- Saved views can be for a role of a team.
ALTER TABLE saved_view DROP CONSTRAINT saved_view_role_check;
ALTER TABLE saved_view ADD CONSTRAINT saved_view_role_check CHECK (
  role IN (
    'publisher', 'closed_publisher', 'read_only_sub_account', 'full_sub_account', 'advertiser', 'operator',
    'owner', 'manager', 'validator', 'finance', 'developer', 'viewer'
  )
);
