-- The sums of rollup_day once for each way in which a report groups them, so that a year of a publisher with forty
-- pairs of site and advertiser takes 365 to 3,650 rows and not 14,600.
CREATE TYPE report_type AS ENUM ('site', 'date', 'advertiser');

CREATE TABLE rollup_report (
  publisher_id bigint NOT NULL,
  type report_type NOT NULL,
  day date NOT NULL,
  -- The site or the advertiser; 0 by date, where the day says all.
  unit_id bigint NOT NULL,
  clicks bigint NOT NULL,
  transactions bigint NOT NULL,
  commission bigint NOT NULL,
  PRIMARY KEY (publisher_id, type, day, unit_id),
  CHECK (type <> 'date' OR unit_id = 0)
) WITH (fillfactor = 90);

INSERT INTO rollup_report (publisher_id, type, day, unit_id, clicks, transactions, commission)
SELECT publisher_id, unit.type, day, unit.id, sum(clicks), sum(transactions), sum(commission)
FROM rollup_day, LATERAL (
  VALUES ('site'::report_type, site_id), ('date', 0), ('advertiser', advertiser_id)
) AS unit (type, id)
GROUP BY publisher_id, unit.type, day, unit.id
ORDER BY day, publisher_id, unit.type, unit.id;
