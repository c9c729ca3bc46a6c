-- Tables that know no domain word: audit, mail, secrets, rate limits.

CREATE TABLE audit_line (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  actor_kind text NOT NULL CHECK (actor_kind IN ('visitor', 'account', 'system')),
  actor_account_id bigint,
  actor_name text,
  verb text NOT NULL,
  subject text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}',
  CHECK ((actor_kind = 'account') = (actor_account_id IS NOT NULL))
);

CREATE INDEX audit_line_subject ON audit_line (subject, id);

-- The outbox: a mail exists as soon as the change that caused it is committed; a job sends it.
CREATE TABLE mail (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  to_address text NOT NULL,
  subject text NOT NULL,
  text_body text NOT NULL,
  html_body text NOT NULL,
  created_at timestamptz NOT NULL,
  not_before timestamptz NOT NULL,
  attempts int NOT NULL DEFAULT 0,
  last_error text,
  sent_at timestamptz,
  failed_at timestamptz,
  CHECK (sent_at IS NULL OR failed_at IS NULL)
);

CREATE INDEX mail_waiting ON mail (not_before) WHERE sent_at IS NULL AND failed_at IS NULL;

-- What the loopback sink received; only filled while no SMTP_URL is set.
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

-- Keys of this network (click tokens, CSRF, address hashing), made by the first start.
CREATE TABLE network_secret (
  name text PRIMARY KEY,
  value bytea NOT NULL CHECK (length(value) >= 32),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE UNLOGGED TABLE rate_window (
  key text NOT NULL,
  window_start timestamptz NOT NULL,
  hits int NOT NULL,
  PRIMARY KEY (key, window_start)
);
