-- What statements and invoices print about the network. A row is added when the configuration says something else, so a
-- document that was issued does not change.
CREATE TABLE network_identity (
  since timestamptz PRIMARY KEY,
  name text NOT NULL,
  support_email text NOT NULL,
  address_united_states text NOT NULL,
  legal_identity text NOT NULL,
  vat_id text NOT NULL
);
