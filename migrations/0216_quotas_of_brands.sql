-- The brand for which an agency uploaded a file: its quota counts for each brand apart.
ALTER TABLE stored_file ADD COLUMN advertiser_id bigint REFERENCES advertiser (id) ON DELETE RESTRICT;
UPDATE stored_file SET advertiser_id = (
  SELECT advertiser_id FROM team_member WHERE team_member.account_id = stored_file.account_id AND removed_at IS NULL
  ORDER BY id LIMIT 1
);
