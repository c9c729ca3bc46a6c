-- Who would like to join. Every application belongs to the account of its address: the first one is decided on, later
-- ones are repeats.
CREATE TABLE application (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('creator', 'advertiser', 'publisher')),
  account_id bigint NOT NULL REFERENCES account (id),
  is_repeat boolean NOT NULL,
  first_name text NOT NULL CHECK (length(first_name) BETWEEN 1 AND 60),
  last_name text NOT NULL CHECK (length(last_name) BETWEEN 1 AND 60),
  country_code text CHECK (country_code ~ '^[A-Z]{2}$'),
  phone text NOT NULL DEFAULT '' CHECK (length(phone) <= 40),
  fields jsonb NOT NULL CHECK (jsonb_typeof(fields) = 'object'),
  status text NOT NULL DEFAULT 'received' CHECK (status IN ('received', 'approved', 'rejected')),
  reason text NOT NULL DEFAULT '' CHECK (length(reason) <= 1000),
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 1000),
  decided_at timestamptz,
  decided_by bigint REFERENCES account (id),
  created_at timestamptz NOT NULL,
  CHECK ((status = 'received') = (decided_at IS NULL)),
  CHECK ((status = 'rejected') = (reason <> '')),
  CHECK (NOT is_repeat OR status = 'received')
);

CREATE UNIQUE INDEX application_first ON application (account_id) WHERE NOT is_repeat;

CREATE INDEX application_account ON application (account_id, id);

CREATE INDEX application_waiting ON application (id) WHERE status = 'received' AND NOT is_repeat;

-- A publisher's sign-up on its way. The browser that began it holds one token, the mail another; only their hashes are
-- kept.
CREATE TABLE signup (
  id uuid PRIMARY KEY,
  email text NOT NULL CHECK (email = lower(email) AND length(email) <= 254),
  browser_hash bytea NOT NULL CHECK (length(browser_hash) = 32),
  resume_hash bytea NOT NULL CHECK (length(resume_hash) = 32),
  password_hash text,
  profile jsonb CHECK (jsonb_typeof(profile) = 'object'),
  application_id bigint REFERENCES application (id),
  confirmed_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz NOT NULL,
  CHECK ((finished_at IS NULL) = (application_id IS NULL)),
  CHECK (finished_at IS NOT NULL OR password_hash IS NOT NULL)
);

CREATE UNIQUE INDEX signup_browser ON signup (browser_hash);

CREATE UNIQUE INDEX signup_resume ON signup (resume_hash);

CREATE INDEX signup_created ON signup (created_at);
