-- A secret with a successor ends by itself, a week after the successor was made.
ALTER TABLE postback_secret ADD COLUMN expires_at timestamptz CHECK (expires_at > created_at);

CREATE INDEX postback_secret_expiry ON postback_secret (expires_at) WHERE revoked_at IS NULL AND expires_at IS NOT NULL;
