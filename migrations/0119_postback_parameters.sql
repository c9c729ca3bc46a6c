-- What an advertiser's shop sent can contain personal data, so it lies apart from the postback, which stays: a job
-- drops a month of it at once. Without a foreign key, because each order would pay for its check; the statement that
-- stores a postback writes both rows.
CREATE TABLE postback_parameters (
  advertiser_id bigint NOT NULL,
  postback_id uuid NOT NULL,
  -- The time of the postback.
  received_at timestamptz NOT NULL,
  parameters jsonb NOT NULL,
  PRIMARY KEY (advertiser_id, postback_id, received_at)
) PARTITION BY RANGE (received_at);

CREATE TABLE postback_parameters_default PARTITION OF postback_parameters DEFAULT;

DO $$
DECLARE
  month timestamp;
BEGIN
  FOR month IN SELECT DISTINCT date_trunc('month', received_at AT TIME ZONE 'UTC') FROM postback LOOP
    EXECUTE format(
      'CREATE TABLE %I PARTITION OF postback_parameters FOR VALUES FROM (%L) TO (%L)',
      'postback_parameters_' || to_char(month, 'YYYY_MM'), month AT TIME ZONE 'UTC',
      (month + interval '1 month') AT TIME ZONE 'UTC'
    );
  END LOOP;
END
$$;

INSERT INTO postback_parameters (advertiser_id, postback_id, received_at, parameters)
SELECT advertiser_id, id, received_at, parameters FROM postback ORDER BY received_at;

-- A dropped column stays in the files until its rows are rewritten, which CLUSTER does.
ALTER TABLE postback DROP COLUMN parameters;
CLUSTER postback USING postback_pkey;
ALTER TABLE postback SET WITHOUT CLUSTER;
