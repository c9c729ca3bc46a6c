-- A cluster that distributes tables refuses triggers. The commands announce changes of the catalog, grants keep history
-- append-only, and the statements of the ledger keep its entries balanced.
DROP FUNCTION IF EXISTS announce_directory_change() CASCADE;
DROP FUNCTION IF EXISTS refuse_change() CASCADE;
DROP FUNCTION IF EXISTS check_entry_is_balanced() CASCADE;

-- The columns of an account that other domains may read.
CREATE VIEW account_summary AS SELECT id, display_name, email, role, locale, review_status FROM account;
