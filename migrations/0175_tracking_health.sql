-- Postbacks that matched no click, so that an advertiser finds the orders that earn nobody anything.
CREATE INDEX postback_without_click ON postback (advertiser_id, id)
WHERE result = 'rejected' AND reason IN (
  'missing_click_id', 'forged_click_id', 'unknown_click', 'wrong_advertiser', 'click_not_payable', 'expired_click',
  'click_too_far_ahead'
);

-- Advertisers whose orders per click are outside their band, so that each is mailed once.
CREATE TABLE tracking_alert (
  advertiser_id bigint PRIMARY KEY REFERENCES advertiser (id),
  state text NOT NULL CHECK (state IN ('below', 'above')),
  since timestamptz NOT NULL
);
