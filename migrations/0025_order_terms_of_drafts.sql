-- A brand prepares what its terms say about all orders in the same draft as its rates.

-- As `OrderTerms`; null while the draft changes nothing but rates.
ALTER TABLE terms_draft ADD COLUMN order_terms jsonb CHECK (jsonb_typeof(order_terms) = 'object');
