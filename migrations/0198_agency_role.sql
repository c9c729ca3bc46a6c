-- A brand lets an agency work on its programme.
ALTER TABLE team_member DROP CONSTRAINT team_member_role_check;
ALTER TABLE team_member ADD CONSTRAINT team_member_role_check CHECK (
  role IN ('owner', 'manager', 'validator', 'finance', 'developer', 'viewer', 'agency')
);
ALTER TABLE saved_view DROP CONSTRAINT saved_view_role_check;
ALTER TABLE saved_view ADD CONSTRAINT saved_view_role_check CHECK (
  role IN (
    'publisher', 'closed_publisher', 'read_only_sub_account', 'full_sub_account', 'advertiser', 'operator',
    'owner', 'manager', 'validator', 'finance', 'developer', 'viewer', 'agency'
  )
);
