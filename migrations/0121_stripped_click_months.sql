-- The months of which the clicks have been rewritten without user agent, referrer and IP prefix.
CREATE TABLE stripped_click_month (
  -- The first day of the month, in UTC.
  month date PRIMARY KEY CHECK (month = date_trunc('month', month::timestamp)::date),
  clicks bigint NOT NULL CHECK (clicks >= 0),
  stripped_at timestamptz NOT NULL
);
