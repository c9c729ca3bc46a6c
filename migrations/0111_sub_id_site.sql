-- A sub-account reads the sub ids of its own site, so the roll-up of sub ids has the site. The sub ids are counted
-- again from the first click.
TRUNCATE rollup_sub_id;
DELETE FROM rollup_progress WHERE name = 'sub_ids';
ALTER TABLE rollup_sub_id DROP CONSTRAINT rollup_sub_id_pkey;
ALTER TABLE rollup_sub_id ADD COLUMN site_id bigint NOT NULL;
ALTER TABLE rollup_sub_id ADD PRIMARY KEY (publisher_id, slot, day, advertiser_id, site_id, sub_id);
