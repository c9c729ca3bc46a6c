-- What postbacks decide while their order waits for the clock, in the order in which they came: made with the order.
ALTER TABLE waiting_order
  ADD COLUMN decisions jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_array_length(decisions) <= 5);
