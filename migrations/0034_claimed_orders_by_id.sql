-- Finds the publisher of an order that a claim made, as the postback that recorded it does for every other.
CREATE INDEX transaction_claimed ON transaction (id) WHERE claim_id IS NOT NULL;
