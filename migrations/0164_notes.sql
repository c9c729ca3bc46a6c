-- What a team writes about an object for itself: the network's operators, or the accounts of an advertiser or a
-- publisher. No other team reads it. A note is never changed; it goes with its team.
CREATE TABLE note (
  id uuid PRIMARY KEY,
  team text NOT NULL CHECK (team IN ('operator', 'advertiser', 'publisher')),
  advertiser_id bigint REFERENCES advertiser (id) ON DELETE RESTRICT,
  publisher_id bigint REFERENCES publisher (id) ON DELETE RESTRICT,
  object_kind text NOT NULL CHECK (object_kind IN ('transaction', 'programme', 'publisher')),
  -- The id of the object, of a transaction that of its publisher before it: `12.0198…`.
  object_id text NOT NULL CHECK (length(object_id) BETWEEN 1 AND 80),
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  written_by bigint NOT NULL REFERENCES account (id) ON DELETE RESTRICT,
  written_at timestamptz NOT NULL,
  CHECK ((team = 'advertiser') = (advertiser_id IS NOT NULL)),
  CHECK ((team = 'publisher') = (publisher_id IS NOT NULL))
);
CREATE INDEX note_of_object ON note (object_kind, object_id, written_at);

-- Leads from a decision to the file that made it.
CREATE INDEX decision_file_row_decided ON decision_file_row (transaction_id) WHERE result = 'decided';
