-- A cluster that spreads tables refuses triggers. The commands announce what the catalog holds, grants keep history as
-- it is, and the ledger's own statements keep its entries balanced.
DROP FUNCTION IF EXISTS announce_directory_change() CASCADE;
DROP FUNCTION IF EXISTS refuse_change() CASCADE;
DROP FUNCTION IF EXISTS check_entry_is_balanced() CASCADE;

-- What other domains may know of an account.
CREATE VIEW account_summary AS SELECT id, display_name, email, role, locale, review_status FROM account;
