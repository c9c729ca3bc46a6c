-- A refused postback that a person corrected, and the postback that came of it. The original stays as it was.
CREATE TABLE postback_replay (
  advertiser_id bigint NOT NULL,
  postback_id uuid NOT NULL,
  replay_id uuid NOT NULL,
  PRIMARY KEY (advertiser_id, postback_id),
  CONSTRAINT postback_replay_once UNIQUE (advertiser_id, replay_id),
  FOREIGN KEY (advertiser_id, postback_id) REFERENCES postback (advertiser_id, id),
  FOREIGN KEY (advertiser_id, replay_id) REFERENCES postback (advertiser_id, id)
);
