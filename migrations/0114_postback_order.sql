-- The order that a recorded or repeated postback reports, so that the check of the ledger compares it with the
-- transaction and need not read the parameters. Empty in postbacks without a transaction and in those from before this
-- release.
-- The columns have no types with a CHECK: the statement that records an order writes the same values into the
-- transaction, whose types limit them, and PostgreSQL adds plain columns without rewriting the table.
ALTER TABLE postback ADD COLUMN order_ref text, ADD COLUMN amount bigint, ADD COLUMN currency text;
