-- Secrets at rest. The program seals them with a key that is never in the database (src/platform/server/sealing).

-- Byte 1 is the format, bytes 2 to 9 are the id of the key; then come the nonce (12), the tag (16) and the ciphertext.
CREATE DOMAIN sealed AS bytea CHECK (length(VALUE) >= 37 AND substring(VALUE FROM 1 FOR 1) = '\x01');

-- One row: the key that seals new values. A start without this key is refused.
CREATE TABLE current_sealing_key (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  key_id text NOT NULL CHECK (key_id ~ '^[0-9a-f]{16}$'),
  since timestamptz NOT NULL
);

-- The next start seals the present values and empties `value`.
ALTER TABLE app_secret ADD COLUMN sealed_value sealed;
ALTER TABLE app_secret ALTER COLUMN value DROP NOT NULL;
ALTER TABLE app_secret ADD CONSTRAINT app_secret_has_one_value CHECK ((value IS NULL) <> (sealed_value IS NULL));
