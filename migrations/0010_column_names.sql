-- Names only: one word for one thing, and the field's term where it has one. No row changes.
ALTER TABLE program_rate RENAME COLUMN percent TO rate_ppm;
ALTER TABLE program_rate RENAME COLUMN action_type TO event;
ALTER TABLE program_method RENAME COLUMN stance TO policy;

-- The page that an order came from: the click's referrer, or else its destination.
ALTER TABLE transaction RENAME COLUMN click_page TO source_page;
ALTER TABLE transaction RENAME COLUMN method TO channel;
ALTER DOMAIN report_method RENAME TO channel;

ALTER TABLE click RENAME COLUMN visitor_network TO ip_prefix;
ALTER TABLE click_hour_late RENAME TO late_click_hour;
ALTER TABLE late_click_hour RENAME COLUMN noted_at TO marked_at;
ALTER TABLE rollup_report RENAME COLUMN unit_id TO group_id;

ALTER TABLE audit_line RENAME COLUMN verb TO action;
ALTER TABLE audit_line RENAME COLUMN subject TO target;
ALTER TABLE audit_line RENAME COLUMN at TO created_at;
ALTER INDEX audit_line_subject RENAME TO audit_line_target;

ALTER TABLE rate_window RENAME COLUMN hits TO attempts;
ALTER TABLE network_secret RENAME TO app_secret;

ALTER FUNCTION is_answer(text, text, bigint, uuid) RENAME TO is_consistent_postback;
ALTER TABLE postback RENAME CONSTRAINT postback_is_answer TO postback_is_consistent;

CREATE OR REPLACE FUNCTION announce_directory_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalog', TG_TABLE_NAME);
  RETURN NULL;
END
$$;
