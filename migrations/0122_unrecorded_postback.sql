-- The table leads to accepted postbacks too, whose orders wait. Only the name changes.
ALTER TABLE rejected_postback RENAME TO unrecorded_postback;
ALTER TABLE unrecorded_postback RENAME CONSTRAINT rejected_postback_pkey TO unrecorded_postback_pkey;
ALTER TABLE unrecorded_postback
  RENAME CONSTRAINT rejected_postback_advertiser_id_postback_id_fkey
  TO unrecorded_postback_advertiser_id_postback_id_fkey;
