-- What moved the funds of an advertiser in a month (UTC), by the publisher of the orders; deposits and refunds stand
-- under publisher 0. Each posting updates it in its own transaction, as it does balances, so a billing reads a row for
-- each publisher and month and not each posting.
CREATE TABLE funds_month (
  publisher_id bigint NOT NULL,
  advertiser_id bigint NOT NULL,
  -- The first day.
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  -- In 1/10,000 USD, as all amounts.
  deposits bigint NOT NULL,
  refunds bigint NOT NULL,
  -- The entries that covered an order or brought back what had, and the orders that were covered.
  entries bigint NOT NULL,
  orders bigint NOT NULL CHECK (orders <= entries),
  -- What they took less what they brought back, and the part of it that became payable.
  used bigint NOT NULL,
  commission bigint NOT NULL,
  PRIMARY KEY (publisher_id, advertiser_id, month)
) WITH (fillfactor = 90);

INSERT INTO funds_month
SELECT moved.publisher_id, substring(account FROM 18)::bigint,
  date_trunc('month', posted_at AT TIME ZONE 'UTC')::date,
  coalesce(sum(change) FILTER (WHERE entry.kind = 'deposit'), 0),
  coalesce(-sum(change) FILTER (WHERE entry.kind = 'refund'), 0),
  count(*) FILTER (WHERE source_kind <> 'deposit'), count(DISTINCT source_id) FILTER (WHERE entry.kind = 'cover'),
  coalesce(-sum(change) FILTER (WHERE source_kind <> 'deposit'), 0), coalesce(sum(line.amount), 0)
FROM (
  SELECT publisher_id, entry_id, from_account AS account, -amount AS change FROM posting
  WHERE from_account LIKE 'advertiser\_funds:%'
  UNION ALL
  SELECT publisher_id, entry_id, to_account, amount FROM posting WHERE to_account LIKE 'advertiser\_funds:%'
) AS moved
JOIN entry ON entry.publisher_id = moved.publisher_id AND entry.id = moved.entry_id
LEFT JOIN statement_line AS line ON line.publisher_id = moved.publisher_id AND line.entry_id = moved.entry_id
GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;

CREATE INDEX funds_month_by_advertiser ON funds_month (advertiser_id, month);

-- The lines behind a figure of a billing are listed in the order of the ids of their entries, which is that of time.
DROP INDEX posting_from_funds;
DROP INDEX posting_to_funds;
CREATE INDEX posting_from_funds ON posting (from_account, entry_id) WHERE from_account LIKE 'advertiser\_funds:%';
CREATE INDEX posting_to_funds ON posting (to_account, entry_id) WHERE to_account LIKE 'advertiser\_funds:%';
