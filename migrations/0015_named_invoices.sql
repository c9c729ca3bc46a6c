-- The invoices that the text of a deposit or a refund names: its money counts for these first. A number that is no
-- invoice of the advertiser says nothing.
CREATE TABLE deposit_invoice (
  deposit_id uuid NOT NULL REFERENCES deposit (id) ON DELETE RESTRICT,
  invoice_number int NOT NULL CHECK (invoice_number > 0),
  PRIMARY KEY (deposit_id, invoice_number)
);
