-- What the network measured about each programme in the last 90 days, recomputed from roll-ups and decisions. The list
-- of advertisers shows it and sorts by its score.
CREATE TABLE program_figures (
  program_id bigint PRIMARY KEY REFERENCES program (id),
  clicks bigint NOT NULL,
  commission bigint NOT NULL,
  confirmed bigint NOT NULL,
  cancelled bigint NOT NULL,
  -- The median from the order to its decision.
  decision_hours int,
  -- The commission that 1,000 clicks are expected to bring, in 1/10,000 of the currency unit.
  score bigint NOT NULL,
  measured_at timestamptz NOT NULL
);

CREATE INDEX program_figures_score ON program_figures (score DESC);
