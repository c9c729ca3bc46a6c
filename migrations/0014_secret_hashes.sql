-- A dump of the database must not open the postbacks of a shop: the hash of a token finds its secret, and its end tells
-- secrets apart. The change of the type writes the table anew, so that no token stays in its file.
ALTER TABLE postback_secret ADD COLUMN hint text;
UPDATE postback_secret SET hint = '…' || right(token, 6);
DROP INDEX postback_secret_token;
ALTER TABLE postback_secret
  DROP CONSTRAINT postback_secret_token_check,
  ALTER COLUMN hint SET NOT NULL,
  ALTER COLUMN token TYPE bytea USING sha256(convert_to(token, 'UTF8'));
ALTER TABLE postback_secret RENAME COLUMN token TO token_hash;
CREATE UNIQUE INDEX postback_secret_token_hash ON postback_secret (token_hash);
