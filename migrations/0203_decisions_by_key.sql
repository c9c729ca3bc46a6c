-- A program decides by an API key of its advertiser: the decision and the file name the key beside its maker.
ALTER TABLE transaction_decision ADD COLUMN key_id bigint;
ALTER TABLE decision_file
  ADD COLUMN sent_key bigint REFERENCES api_key (id),
  ADD COLUMN asked_key bigint REFERENCES api_key (id);
