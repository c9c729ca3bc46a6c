-- How far the bank took back payments of an advertiser beyond its funds and credit: its funds never fall below minus
-- the credit limit and this. Payments and returns lower it, and only what the bank takes back raises it.
ALTER TABLE advertiser_billing ADD COLUMN shortfall bigint NOT NULL DEFAULT 0 CHECK (shortfall >= 0);
