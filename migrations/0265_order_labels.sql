-- What an order says of itself, by which reports count it: a number for each dimension, of the advertiser, the day of
-- the order and its value. The list of the orders that a report counts finds them by it. Null in further pieces.
ALTER TABLE transaction_text ADD COLUMN labels int[];

CREATE INDEX transaction_text_by_label ON transaction_text USING gin (labels) WITH (gin_pending_list_limit = 1024);

-- The job writes the texts of all orders again, now with their labels.
TRUNCATE transaction_text;
DELETE FROM transaction_text_progress;
