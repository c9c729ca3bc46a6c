-- Hits that are counted but not stored one by one, because too many came from one IP prefix within the hour.
CREATE TABLE hit_overflow (
  hour timestamptz NOT NULL CHECK (hour = date_trunc('hour', hour, 'UTC')),
  verdict verdict NOT NULL,
  worker int NOT NULL CHECK (worker >= 0),
  hits bigint NOT NULL CHECK (hits > 0),
  PRIMARY KEY (hour, verdict, worker)
);
