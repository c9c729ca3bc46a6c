-- An account can be in the teams of several brands: as an agency in any number, otherwise in one.
DROP INDEX team_member_account;
CREATE UNIQUE INDEX team_member_account ON team_member (account_id) WHERE removed_at IS NULL AND role <> 'agency';
CREATE UNIQUE INDEX team_member_once ON team_member (account_id, advertiser_id) WHERE removed_at IS NULL;
CREATE INDEX team_member_open ON team_member (email) WHERE account_id IS NULL AND removed_at IS NULL;

-- The brand for which the session acts; without one it is the team that the account joined first.
ALTER TABLE session ADD COLUMN advertiser_id bigint REFERENCES advertiser (id) ON DELETE RESTRICT;

-- How a member is told, and its views, are matters of one brand.
ALTER TABLE notice_choice ADD COLUMN advertiser_id bigint REFERENCES advertiser (id) ON DELETE RESTRICT;
UPDATE notice_choice SET advertiser_id = (
  SELECT member.advertiser_id FROM team_member AS member WHERE member.account_id = notice_choice.account_id
  ORDER BY member.removed_at IS NULL DESC, member.id DESC LIMIT 1
);
DELETE FROM notice_choice WHERE advertiser_id IS NULL;
ALTER TABLE notice_choice DROP CONSTRAINT notice_choice_pkey;
ALTER TABLE notice_choice ALTER COLUMN advertiser_id SET NOT NULL;
ALTER TABLE notice_choice ADD PRIMARY KEY (account_id, advertiser_id, kind);
DROP INDEX saved_view_name;
CREATE UNIQUE INDEX saved_view_name ON saved_view (account_id, advertiser_id, list, name) NULLS NOT DISTINCT
WHERE deleted_at IS NULL;
