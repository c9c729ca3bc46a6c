-- Which columns of files with a header of its own an import reads, as a person chose.
CREATE TABLE column_mapping (
  -- The operators, or the advertiser who sends such files.
  owner text NOT NULL CHECK (owner ~ '^(network|advertiser:[1-9]\d*)$'),
  -- The kind of import.
  import text NOT NULL CHECK (import ~ '^[a-z_]{1,40}$'),
  -- SHA-256 of the names in the first line, in lower case.
  header_hash bytea NOT NULL CHECK (length(header_hash) = 32),
  -- The columns of the import with those of the file, counted from 0: day:0,amount:3.
  reading text NOT NULL CHECK (reading ~ '^\w{1,40}:\d{1,3}(,\w{1,40}:\d{1,3})*$' AND length(reading) <= 1000),
  saved_at timestamptz NOT NULL,
  PRIMARY KEY (owner, import, header_hash)
);
