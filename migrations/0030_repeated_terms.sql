-- The fee that an operator has set for a later day outlives what the brand publishes before that day.

-- The version repeats the one before it but for the fee of the network: to brand and publishers it is no change.
ALTER TABLE program_terms ADD COLUMN is_repetition boolean NOT NULL DEFAULT false;
