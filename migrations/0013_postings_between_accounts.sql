-- A posting moves a positive amount from one ledger account to another, so an entry balances by construction and needs
-- no trigger that adds up its postings. Until now a posting was one signed line: negative for the account that pays,
-- positive for the account that receives. For each entry and currency this migration orders the paying and the
-- receiving lines, compares their running totals, and writes one posting for each pair whose ranges overlap. It skips
-- lines of zero.

CREATE DOMAIN ledger_account AS text CHECK (VALUE ~ '^[a-z_]+(:[0-9]+)?$');
CREATE DOMAIN moved_amount AS bigint CHECK (VALUE > 0);

DROP TRIGGER IF EXISTS posting_is_balanced ON posting;
DROP TRIGGER IF EXISTS posting_is_append_only ON posting;
DROP TRIGGER IF EXISTS entry_is_append_only ON entry;
DROP FUNCTION IF EXISTS check_entry_is_balanced();

ALTER TABLE posting RENAME TO posting_leg;
ALTER INDEX posting_pkey RENAME TO posting_leg_pkey;

CREATE TABLE posting (
  publisher_id bigint NOT NULL,
  entry_id uuid NOT NULL,
  line_no smallint NOT NULL,
  from_account ledger_account NOT NULL,
  to_account ledger_account NOT NULL,
  currency currency_code NOT NULL,
  amount moved_amount NOT NULL
);

INSERT INTO posting (publisher_id, entry_id, line_no, from_account, to_account, currency, amount)
WITH leg AS (
  SELECT publisher_id, entry_id, leg, account, currency, amount < 0 AS is_from, abs(amount) AS amount,
    sum(abs(amount)) OVER (PARTITION BY publisher_id, entry_id, currency, amount < 0 ORDER BY leg) AS reach
  FROM posting_leg WHERE amount <> 0
)
SELECT paid.publisher_id, paid.entry_id,
  row_number() OVER (PARTITION BY paid.publisher_id, paid.entry_id ORDER BY paid.leg, got.leg),
  paid.account, got.account, paid.currency,
  least(paid.reach, got.reach) - greatest(paid.reach - paid.amount, got.reach - got.amount)
FROM leg AS paid
JOIN leg AS got ON got.publisher_id = paid.publisher_id AND got.entry_id = paid.entry_id
  AND got.currency = paid.currency AND NOT got.is_from
  AND got.reach > paid.reach - paid.amount AND paid.reach > got.reach - got.amount
WHERE paid.is_from;

DROP TABLE posting_leg;

-- An entry of a zero commission now has no posting, so it is removed.
DELETE FROM entry WHERE NOT EXISTS (
  SELECT FROM posting WHERE posting.publisher_id = entry.publisher_id AND posting.entry_id = entry.id
);

ALTER TABLE posting
  ADD PRIMARY KEY (publisher_id, entry_id, line_no),
  ADD FOREIGN KEY (publisher_id, entry_id) REFERENCES entry (publisher_id, id) ON DELETE RESTRICT;

ALTER TABLE entry RENAME COLUMN subject_kind TO source_kind;
ALTER TABLE entry RENAME COLUMN subject_id TO source_id;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'tandem_app') THEN
    GRANT SELECT, INSERT ON posting TO tandem_app;
    REVOKE UPDATE, DELETE, TRUNCATE ON posting FROM tandem_app;
  END IF;
END
$$;
