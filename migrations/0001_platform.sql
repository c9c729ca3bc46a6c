-- Tables that know no word of the trade: the audit trail, mail, secret keys, limits.

-- The application works as a role of its own. What it may do with each table stands in src/app/table-rights.ts and is
-- granted by every start; here it gets the sequences, which are made with their tables.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'tandem_app') THEN
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO tandem_app;
  END IF;
END
$$;

-- A secret at rest. The program seals it with a key that is never in the database (src/platform/server/sealing). Byte 1
-- is the format, bytes 2 to 9 are the id of the key; then come the nonce (12), the tag (16) and the ciphertext.
CREATE DOMAIN sealed AS bytea CHECK (length(VALUE) >= 37 AND substring(VALUE FROM 1 FOR 1) = '\x01');

-- The audit trail: who did what to which thing. Lines are never changed or deleted.
CREATE TABLE audit_line (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_at timestamptz NOT NULL,
  actor_kind text NOT NULL CHECK (actor_kind IN ('visitor', 'account', 'system')),
  actor_account_id bigint,
  actor_name text,
  action text NOT NULL,
  -- The kind and the id of the thing: `account:12`.
  target text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}',
  CHECK ((actor_kind = 'account') = (actor_account_id IS NOT NULL))
);
CREATE INDEX audit_line_target ON audit_line (target, id);
-- Finds the acts on the relationship of a publisher and a programme by the publishers that they name. Without a list of
-- pending entries, which each reader would search to its end.
CREATE INDEX audit_line_relationship ON audit_line USING gin (details jsonb_path_ops)
  WITH (fastupdate = off)
  WHERE action IN (
    'membership.request', 'membership.approve', 'membership.decline', 'membership.suspend', 'membership.leave',
    'membership.accept', 'publisher_group.add', 'publisher_group.remove', 'publisher_tag.add', 'publisher_tag.remove'
  );

-- Seals of the audit trail. Each covers the lines after the seal before it and contains the digest of that seal, so a
-- changed or missing line, or a missing seal, shows. A seal is never changed or deleted.
CREATE TABLE audit_seal (
  -- The id of the last line of the seal before, 0 for the first seal. No two seals follow the same one.
  after_id bigint NOT NULL UNIQUE,
  last_id bigint PRIMARY KEY CHECK (last_id > after_id),
  line_count int NOT NULL CHECK (line_count > 0),
  -- SHA-256 of the digest of the seal before and of the SHA-256 of each line.
  digest bytea NOT NULL CHECK (length(digest) = 32),
  sealed_at timestamptz NOT NULL
);

-- The outbox: a mail exists as soon as the change that caused it is committed; a job sends it.
CREATE TABLE mail (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  to_address text NOT NULL,
  subject text NOT NULL,
  text_body text NOT NULL,
  html_body text NOT NULL,
  -- A file with the mail. It goes when the mail is sent, as the bodies do.
  attachment_name text CHECK (length(attachment_name) BETWEEN 1 AND 120),
  attachment text CHECK (octet_length(attachment) <= 1000000),
  -- The address that ends mails of this kind.
  unsubscribe_url text CHECK (length(unsubscribe_url) <= 2000),
  created_at timestamptz NOT NULL,
  -- When it is tried next.
  not_before timestamptz NOT NULL,
  attempts int NOT NULL DEFAULT 0,
  last_error text,
  sent_at timestamptz,
  -- When the receiving server rejected it for good, or the last attempt failed.
  failed_at timestamptz,
  CHECK (sent_at IS NULL OR failed_at IS NULL)
);
CREATE INDEX mail_waiting ON mail (not_before) WHERE sent_at IS NULL AND failed_at IS NULL;

-- The mails that the development SMTP server received; only filled while no SMTP_URL is set.
CREATE TABLE mailbox_message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  message_id text NOT NULL UNIQUE,
  received_at timestamptz NOT NULL,
  from_address text NOT NULL,
  to_address text NOT NULL,
  subject text NOT NULL,
  text_body text NOT NULL,
  html_body text NOT NULL
);

-- Secret keys of this network (click tokens, CSRF, hashes of addresses), made by its first start.
CREATE TABLE app_secret (
  name text CONSTRAINT network_secret_pkey PRIMARY KEY,
  sealed_value sealed NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- One row: the key that seals new values. A start without this key is refused.
CREATE TABLE current_sealing_key (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  key_id text NOT NULL CHECK (key_id ~ '^[0-9a-f]{16}$'),
  since timestamptz NOT NULL
);

-- Attempts by key and time window: limits that all workers share. Unlogged: after a crash they count anew.
CREATE UNLOGGED TABLE rate_window (
  key text NOT NULL,
  window_start timestamptz NOT NULL,
  attempts int NOT NULL,
  PRIMARY KEY (key, window_start)
);

-- Failed attempts by key, and when the next attempt may begin. The wait grows with the failures.
CREATE UNLOGGED TABLE failure_wait (
  key text PRIMARY KEY,
  failures int NOT NULL CHECK (failures >= 0),
  last_at timestamptz NOT NULL,
  next_at timestamptz NOT NULL
);
CREATE INDEX failure_wait_last ON failure_wait (last_at);
