-- The rejected postbacks that name an order, so that the timeline of its transaction finds them. Only a rejection
-- writes here: recording an order costs nothing more.
CREATE TABLE rejected_postback (
  advertiser_id bigint NOT NULL,
  order_ref order_reference NOT NULL,
  postback_id uuid NOT NULL,
  -- The publisher of the click that the postback names; null when it names no genuine click.
  publisher_id bigint,
  PRIMARY KEY (advertiser_id, order_ref, postback_id),
  FOREIGN KEY (advertiser_id, postback_id) REFERENCES postback (advertiser_id, id)
);
