-- Lines of a decision file that name items of one order: the first decides, and the others name its line.
ALTER TABLE decision_file_row
  ADD COLUMN part_of int CHECK (part_of < line),
  -- When the order decided itself before the line, for taking it back.
  ADD COLUMN old_due_at timestamptz,
  DROP CONSTRAINT decision_file_row_result_check,
  ADD CHECK (result IN ('valid', 'decided', 'unchanged', 'left', 'refused', 'part')),
  ADD CHECK (result <> 'part' OR part_of IS NOT NULL);
CREATE INDEX decision_file_row_part ON decision_file_row (file_id, part_of) WHERE part_of IS NOT NULL;

-- An order that is opened again can get its extension back.
ALTER TABLE transaction_decision
  DROP CONSTRAINT transaction_decision_check6,
  ADD CHECK (due_at IS NULL OR action IN ('hold', 'extend', 'reopen'));

-- What the system of an advertiser calls the reasons of its decisions.
CREATE TABLE reason_alias (
  advertiser_id bigint NOT NULL REFERENCES advertiser (id),
  -- In lower case.
  alias text NOT NULL CHECK (length(alias) BETWEEN 1 AND 60 AND alias = lower(alias)),
  -- A reason of a cancellation or of a hold.
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 60),
  PRIMARY KEY (advertiser_id, alias)
);
