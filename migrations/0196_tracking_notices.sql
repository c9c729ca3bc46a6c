-- Notices about tracking, which a member can have when it wants, and about budgets.
ALTER TABLE team_notice DROP CONSTRAINT team_notice_kind_check;
ALTER TABLE team_notice ADD CONSTRAINT team_notice_kind_check
CHECK (kind IN ('memberships', 'claims', 'tracking', 'openings', 'funds', 'budgets', 'invoices', 'closings'));
ALTER TABLE notice_choice DROP CONSTRAINT notice_choice_kind_check;
ALTER TABLE notice_choice ADD CONSTRAINT notice_choice_kind_check
CHECK (kind IN ('memberships', 'claims', 'tracking'));

-- Advertisers without a click since yesterday, where clicks were usual.
ALTER TABLE tracking_alert DROP CONSTRAINT tracking_alert_state_check;
ALTER TABLE tracking_alert ADD CONSTRAINT tracking_alert_state_check CHECK (state IN ('below', 'above', 'silent'));
