-- An invitation can offer a rate for each of several events; none for the ordinary rates.
CREATE TABLE invitation_offer (
  invitation_id bigint NOT NULL REFERENCES invitation (id) ON DELETE RESTRICT,
  event text NOT NULL CHECK (event ~ '^[a-z][a-z0-9_]{0,39}$'),
  rate_ppm int CHECK (rate_ppm BETWEEN 0 AND 1000000),
  fixed_amount bigint CHECK (fixed_amount >= 0),
  PRIMARY KEY (invitation_id, event),
  CHECK (num_nonnulls(rate_ppm, fixed_amount) = 1)
);
INSERT INTO invitation_offer (invitation_id, event, rate_ppm, fixed_amount)
SELECT id, event, rate_ppm, fixed_amount FROM invitation WHERE event IS NOT NULL;

ALTER TABLE invitation DROP COLUMN event, DROP COLUMN rate_ppm, DROP COLUMN fixed_amount;
ALTER TABLE invitation ADD CONSTRAINT invitation_accepted_terms CHECK (terms_id IS NULL OR status = 'accepted');
