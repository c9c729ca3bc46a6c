-- Who works with the network: accounts, advertisers and publishers, and what belongs to a person or a company.

-- === accounts ===

-- Everyone who signs in. An erased account keeps its row as a pseudonym, because orders, decisions and audit lines name
-- it.
CREATE TABLE account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL CHECK (email = lower(email) AND length(email) <= 254),
  role text NOT NULL CHECK (role IN ('publisher', 'advertiser', 'operator')),
  display_name text NOT NULL,
  locale text NOT NULL DEFAULT 'en' CHECK (locale IN ('en', 'zh')),
  password_hash text,
  -- When its owner first chose a password by a mailed link; null for an account that was made with a password.
  confirmed_at timestamptz,
  review_status text NOT NULL CHECK (review_status IN ('under_review', 'approved', 'rejected')),
  reviewed_at timestamptz,
  reviewed_by bigint REFERENCES account (id),
  -- Only operators read it.
  review_note text,
  -- The mails about its work that the account has switched off. Mails about its safety are always sent.
  muted_notices text[] NOT NULL DEFAULT '{}' CHECK (muted_notices <@ ARRAY[
    'memberships', 'decisions', 'run_announced', 'paid', 'payment_failed', 'applications', 'openings', 'tax_forms',
    'funds', 'claims', 'invitations'
  ]),
  -- Whether single keys are shortcuts in the console.
  has_shortcuts boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  -- When the personal data was erased.
  erased_at timestamptz,
  CONSTRAINT account_is_erased CHECK (
    erased_at IS NULL OR (
      email = 'erased:' || id AND display_name = 'Erased account ' || id AND password_hash IS NULL
      AND review_status = 'rejected' AND review_note IS NULL
    )
  ),
  -- An erased operator is rejected like every erased account, so that it cannot sign in.
  CONSTRAINT account_operator_is_approved CHECK (
    role <> 'operator' OR review_status = 'approved' OR erased_at IS NOT NULL
  )
);
CREATE UNIQUE INDEX account_email ON account (email);

-- What other domains may read of an account. Only the owner of an address can have chosen the password of its account,
-- so a password confirms the address.
CREATE VIEW account_summary AS
  SELECT id, display_name, email, role, locale, review_status, muted_notices, created_at, erased_at,
    password_hash IS NOT NULL AS is_confirmed, reviewed_at,
    CASE WHEN password_hash IS NOT NULL THEN coalesce(confirmed_at, created_at) END AS confirmed_at
  FROM account;

-- A session can be told apart and ended by its owner. Only the hash of its token is kept.
CREATE TABLE session (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  -- The advertiser for which the session acts; without one it is that of the team that the account joined first.
  advertiser_id bigint,
  created_at timestamptz NOT NULL,
  -- Stored at most once in five minutes.
  last_used_at timestamptz NOT NULL DEFAULT now(),
  -- When the owner last entered the password: a change of sensitive data needs that a few minutes ago.
  password_verified_at timestamptz,
  expires_at timestamptz NOT NULL,
  -- The /24 or /48 from which the session was opened.
  ip_prefix text,
  user_agent text
);
CREATE INDEX session_account ON session (account_id);
CREATE INDEX session_expiry ON session (expires_at);
CREATE UNIQUE INDEX session_id ON session (id);

-- One-use links that travel by mail; only their hashes are kept.
CREATE TABLE account_token (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  account_id bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('password_reset', 'password_set')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX account_token_account ON account_token (account_id);

-- The secret that an authenticator app shares. It counts from `confirmed_at` on, when its owner entered a code.
CREATE TABLE account_totp (
  account_id bigint PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
  sealed_secret sealed NOT NULL,
  created_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  -- The 30 seconds of the last accepted code: a code works once.
  last_time_step bigint,
  CHECK (confirmed_at IS NULL OR last_time_step IS NOT NULL)
);

-- Codes that replace the authenticator app, each once. Only their hashes are kept.
CREATE TABLE recovery_code (
  account_id bigint NOT NULL REFERENCES account_totp (account_id) ON DELETE CASCADE,
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (account_id, code_hash)
);

-- A login with the right password that waits for its code.
CREATE TABLE login_challenge (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  account_id bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  attempts int NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND 5)
);
CREATE INDEX login_challenge_account ON login_challenge (account_id);
CREATE INDEX login_challenge_expiry ON login_challenge (expires_at);

-- One row, from the first change on: the rules that an operator sets for signing in.
CREATE TABLE sign_in_policy (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  is_two_step_required boolean NOT NULL,
  changed_at timestamptz NOT NULL,
  changed_by bigint NOT NULL REFERENCES account (id)
);

-- === advertisers ===

-- A brand whose shop sells through publishers.
CREATE TABLE advertiser (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  website text NOT NULL CHECK (website ~ '^https?://' AND length(website) <= 2000),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused')),
  created_at timestamptz NOT NULL,
  -- When the advertiser or its domains last changed, for programs that copy the directory.
  changed_at timestamptz NOT NULL DEFAULT now()
);
-- The search finds beginnings of names by this.
CREATE INDEX advertiser_name_prefix ON advertiser (lower(name) text_pattern_ops);

-- The hosts of an advertiser: a tracking link leads there and nowhere else.
CREATE TABLE advertiser_domain (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  advertiser_id bigint NOT NULL REFERENCES advertiser (id),
  hostname text NOT NULL CHECK (hostname ~ '^[a-z0-9.-]{1,253}$'),
  -- A host stands for the ports 80 and 443, or for one other port.
  port int CHECK (port BETWEEN 1 AND 65535 AND port NOT IN (80, 443)),
  -- The text that everything compares.
  host text NOT NULL GENERATED ALWAYS AS (hostname || coalesce(':' || port::text, '')) STORED,
  created_at timestamptz NOT NULL
);
CREATE INDEX advertiser_domain_advertiser ON advertiser_domain (advertiser_id);
CREATE UNIQUE INDEX advertiser_domain_host ON advertiser_domain (host);

-- Where a domain sells: ISO 3166 codes, or GLOBAL.
CREATE TABLE advertiser_region (
  domain_id bigint NOT NULL REFERENCES advertiser_domain (id) ON DELETE CASCADE,
  region_code text NOT NULL CHECK (region_code ~ '^([A-Z]{2}|GLOBAL)$'),
  commission_text text NOT NULL DEFAULT '' CHECK (length(commission_text) <= 200),
  PRIMARY KEY (domain_id, region_code)
);

-- The tokens that an advertiser's postbacks carry. More than one may be valid while a shop changes over.
CREATE TABLE postback_secret (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  advertiser_id bigint NOT NULL REFERENCES advertiser (id),
  -- A server secret stays on the server of the shop and may decide orders. A pixel secret stands in pages, where anyone
  -- can read it, so it only reports.
  kind text NOT NULL CHECK (kind IN ('server', 'pixel')),
  token text NOT NULL CHECK (length(token) >= 32),
  created_at timestamptz NOT NULL,
  -- A secret with a successor ends by itself, a week after the successor was made.
  expires_at timestamptz CHECK (expires_at > created_at),
  revoked_at timestamptz
);
CREATE UNIQUE INDEX postback_secret_token ON postback_secret (token);
CREATE INDEX postback_secret_advertiser ON postback_secret (advertiser_id);
CREATE INDEX postback_secret_expiry ON postback_secret (expires_at) WHERE revoked_at IS NULL AND expires_at IS NOT NULL;

-- Who stands behind an advertiser; what was not given is empty.
CREATE TABLE company (
  advertiser_id bigint PRIMARY KEY REFERENCES advertiser (id),
  legal_name text NOT NULL CHECK (length(legal_name) <= 160),
  street text NOT NULL CHECK (length(street) <= 200),
  postal_code text NOT NULL CHECK (length(postal_code) <= 20),
  city text NOT NULL CHECK (length(city) <= 120),
  country_code text NOT NULL CHECK (country_code ~ '^([A-Z]{2})?$'),
  vat_number text NOT NULL CHECK (length(vat_number) <= 40),
  contact_name text NOT NULL CHECK (length(contact_name) <= 120),
  contact_email text NOT NULL CHECK (length(contact_email) <= 254),
  changed_at timestamptz NOT NULL
);

-- === publishers ===

-- Who promotes programmes and earns commission, with one account and up to five sub-accounts.
CREATE TABLE publisher (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL UNIQUE REFERENCES account (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  created_at timestamptz NOT NULL
);
-- The search finds beginnings of names by this.
CREATE INDEX publisher_name_prefix ON publisher (lower(name) text_pattern_ops);
-- Finds publishers by a part of their names. A server may lack the extension. Then a search compares all names.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX publisher_by_part_of_name ON publisher USING gin (name gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'No index of parts of names: %', SQLERRM;
END
$$;

-- What a publisher says about itself. The id is the publisher's. Empty texts and lists were never given. Answers to
-- questions are the words of their lists; the country is an ISO 3166 code.
CREATE TABLE publisher_profile (
  id bigint PRIMARY KEY REFERENCES publisher (id),
  company text NOT NULL DEFAULT '' CHECK (length(company) <= 120),
  first_name text NOT NULL DEFAULT '' CHECK (length(first_name) <= 60),
  last_name text NOT NULL DEFAULT '' CHECK (length(last_name) <= 60),
  contact_number text NOT NULL DEFAULT '' CHECK (length(contact_number) <= 40),
  address text NOT NULL DEFAULT '' CHECK (length(address) <= 300),
  zip_code text NOT NULL DEFAULT '' CHECK (length(zip_code) <= 20),
  country text NOT NULL DEFAULT '' CHECK (country ~ '^([A-Z]{2})?$'),
  paypal_email text NOT NULL DEFAULT '' CHECK (length(paypal_email) <= 254),
  num_employees text NOT NULL DEFAULT '',
  dev_knowledge text NOT NULL DEFAULT '',
  profit_models text[] NOT NULL DEFAULT '{}',
  prefer_traffic_categories text[] NOT NULL DEFAULT '{}',
  traffic_sources text[] NOT NULL DEFAULT '{}',
  social_medias text[] NOT NULL DEFAULT '{}',
  content_production text NOT NULL DEFAULT '',
  ad_network text NOT NULL DEFAULT '' CHECK (length(ad_network) <= 500),
  -- Stands in the publisher's referral link.
  referral_code text NOT NULL DEFAULT substr(replace(gen_random_uuid()::text, '-', ''), 1, 12) CHECK (
    referral_code ~ '^[0-9a-f]{12}$'
  )
);
CREATE UNIQUE INDEX publisher_profile_referral ON publisher_profile (referral_code);

-- A property of a publisher, whose tracking links carry its key.
CREATE TABLE site (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  publisher_id bigint NOT NULL REFERENCES publisher (id),
  key text NOT NULL CHECK (key ~ '^[a-z0-9]{12,32}$'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  url text NOT NULL CHECK (url ~ '^(https?|ftp)://' AND length(url) <= 2000),
  -- ISO 3166 codes in the publisher's order.
  audience_countries text[] NOT NULL DEFAULT '{}' CHECK (
    cardinality(audience_countries) <= 3 AND array_to_string(audience_countries, ' ') ~ '^([A-Z]{2}( [A-Z]{2})*)?$'
  ),
  content_categories text[] NOT NULL DEFAULT '{}' CHECK (cardinality(content_categories) <= 3),
  is_active boolean NOT NULL DEFAULT true,
  -- When an installation check last found the tracking script with the site's key; null until then.
  script_found_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX site_key ON site (key);
-- A sub-account's site belongs to its publisher: its foreign key names both.
CREATE UNIQUE INDEX site_of_publisher ON site (publisher_id, id);

-- Up to five further accounts of a publisher, each bound to one of its sites.
CREATE TABLE sub_account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  publisher_id bigint NOT NULL REFERENCES publisher (id),
  site_id bigint NOT NULL,
  -- Empty when the address had an account already: the invitation then leads nowhere.
  account_id bigint REFERENCES account (id),
  -- The position limits a publisher to five.
  position smallint CHECK (position BETWEEN 1 AND 5),
  user_name text NOT NULL CHECK (length(user_name) BETWEEN 1 AND 60),
  email text NOT NULL CHECK (email = lower(email) AND length(email) <= 254),
  access text NOT NULL CHECK (access IN ('read_only', 'full')),
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  FOREIGN KEY (publisher_id, site_id) REFERENCES site (publisher_id, id),
  CHECK ((position IS NULL) = (removed_at IS NOT NULL))
);
CREATE UNIQUE INDEX sub_account_position ON sub_account (publisher_id, position);
CREATE UNIQUE INDEX sub_account_email ON sub_account (publisher_id, email) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX sub_account_account ON sub_account (account_id) WHERE removed_at IS NULL;

-- === account-states ===

-- What the network has decided about the account of a publisher, or the publisher itself: on hold (no payouts),
-- suspended (hits do not count) or closed. A row is one period of one state; without an open one the account is active.
CREATE TABLE account_state (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  publisher_id bigint NOT NULL REFERENCES publisher (id) ON DELETE RESTRICT,
  state text NOT NULL CHECK (state IN ('on_hold', 'suspended', 'closed')),
  -- What the publisher reads, or why it closed the account itself; then, and once it is erased, it may be empty.
  reason text NOT NULL CHECK (length(reason) <= 300),
  began_at timestamptz NOT NULL,
  -- The account that decided.
  began_by bigint REFERENCES account (id),
  ended_at timestamptz CHECK (ended_at >= began_at),
  ended_by bigint REFERENCES account (id),
  end_reason text CHECK (length(end_reason) <= 300),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
  CHECK (ended_by IS NULL OR ended_at IS NOT NULL)
);
CREATE UNIQUE INDEX account_state_open ON account_state (publisher_id, state) WHERE ended_at IS NULL;
CREATE INDEX account_state_by_publisher ON account_state (publisher_id, id);

-- === teams ===

-- The accounts of an advertiser, each with a role. An account can be in the teams of several advertisers: as an agency
-- in any number, otherwise in one.
CREATE TABLE team_member (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  advertiser_id bigint NOT NULL REFERENCES advertiser (id) ON DELETE RESTRICT,
  -- Null when the address had an account already: its owner cannot join.
  account_id bigint REFERENCES account (id) ON DELETE RESTRICT,
  email text NOT NULL CHECK (email = lower(email) AND length(email) <= 254),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  role text NOT NULL CHECK (role IN ('owner', 'manager', 'validator', 'finance', 'developer', 'viewer', 'agency')),
  joined_at timestamptz NOT NULL,
  -- When the last invitation was mailed; null for one who needed none.
  invited_at timestamptz,
  removed_at timestamptz,
  CHECK (account_id IS NOT NULL OR invited_at IS NOT NULL)
);
CREATE UNIQUE INDEX team_member_email ON team_member (advertiser_id, email) WHERE removed_at IS NULL;
CREATE INDEX team_member_former ON team_member (account_id);
CREATE UNIQUE INDEX team_member_account ON team_member (account_id) WHERE removed_at IS NULL AND role <> 'agency';
CREATE UNIQUE INDEX team_member_once ON team_member (account_id, advertiser_id) WHERE removed_at IS NULL;
CREATE INDEX team_member_open ON team_member (email) WHERE account_id IS NULL AND removed_at IS NULL;

-- === files ===

-- Files that accounts upload, such as tax forms. All nodes share the database, and its backup contains it, so they lie
-- here and not in a directory of one node. Each content has a key of its own, which is sealed: a change of the secret
-- key seals the keys again and leaves the contents alone.
CREATE TABLE stored_file (
  id uuid PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account (id),
  -- The advertiser for which a member uploaded it: an agency has a quota for each advertiser.
  advertiser_id bigint REFERENCES advertiser (id) ON DELETE RESTRICT,
  purpose text NOT NULL CHECK (purpose IN ('tax_form', 'decision_evidence', 'claim_evidence')),
  -- As the uploader's browser named it.
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  media_type text NOT NULL CHECK (media_type IN ('application/pdf', 'image/png', 'image/jpeg')),
  -- The length of the file in bytes.
  size int NOT NULL CHECK (size BETWEEN 1 AND 5242880),
  uploaded_at timestamptz NOT NULL,
  -- When it is deleted; null as long as another row refers to it.
  delete_after timestamptz,
  key_sealed sealed NOT NULL,
  -- Encrypted, in the layout of the type `sealed`.
  content bytea STORAGE EXTERNAL NOT NULL
);
CREATE INDEX stored_file_by_account ON stored_file (account_id);
CREATE INDEX stored_file_deletion ON stored_file (delete_after) WHERE delete_after IS NOT NULL;

-- === taxes ===

-- Who a publisher is for contracts and taxes; the id is the publisher's. Statements print the address.
CREATE TABLE legal_detail (
  id bigint PRIMARY KEY REFERENCES publisher (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('person', 'company')),
  legal_name text NOT NULL CHECK (length(legal_name) <= 200),
  address text NOT NULL DEFAULT '' CHECK (length(address) <= 300),
  zip_code text NOT NULL DEFAULT '' CHECK (length(zip_code) <= 20),
  -- An ISO 3166 code.
  country text NOT NULL DEFAULT '' CHECK (country ~ '^([A-Z]{2})?$'),
  vat_id text NOT NULL DEFAULT '' CHECK (length(vat_id) <= 30),
  -- The version of the consent that the network issues statements as the publisher's invoices.
  self_billing_version text CHECK (length(self_billing_version) <= 20),
  self_billing_at timestamptz,
  changed_at timestamptz NOT NULL,
  CHECK ((self_billing_version IS NULL) = (self_billing_at IS NULL))
);

-- The tax forms that publishers handed in. One waits and one holds at most; while a new one waits, the earlier one
-- holds.
CREATE TABLE tax_form (
  id uuid PRIMARY KEY,
  publisher_id bigint NOT NULL REFERENCES publisher (id) ON DELETE CASCADE,
  form text NOT NULL CHECK (form IN ('W-9', 'W-8BEN', 'W-8BEN-E')),
  -- The day on which the publisher signed it.
  signed_on date NOT NULL,
  -- The last day on which it holds; null for a form without an end.
  expires_on date,
  -- Null once the file was deleted.
  file_id uuid REFERENCES stored_file (id) ON DELETE SET NULL,
  status text NOT NULL CHECK (status IN ('waiting', 'verified', 'refused', 'replaced')),
  submitted_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by bigint REFERENCES account (id),
  -- Why it was refused; the publisher reads it.
  reason text CHECK (length(reason) BETWEEN 1 AND 300),
  -- Kept while the form waits again for other legal details; then its file is kept as long as that of a form under
  -- which the network paid.
  verified_at timestamptz,
  -- How many of the two mails about its end were sent: some weeks before, and when it has ended.
  end_mails smallint NOT NULL DEFAULT 0 CHECK (end_mails BETWEEN 0 AND 2),
  CHECK ((form = 'W-9') = (expires_on IS NULL)),
  CHECK (status <> 'waiting' OR decided_at IS NULL),
  CHECK (status NOT IN ('verified', 'refused') OR decided_at IS NOT NULL),
  CHECK ((status = 'refused') = (reason IS NOT NULL))
);
CREATE INDEX tax_form_by_publisher ON tax_form (publisher_id, submitted_at);
CREATE UNIQUE INDEX tax_form_waiting ON tax_form (publisher_id) WHERE status = 'waiting';
CREATE UNIQUE INDEX tax_form_verified ON tax_form (publisher_id) WHERE status = 'verified';
CREATE INDEX tax_form_queue ON tax_form (submitted_at) WHERE status = 'waiting';
CREATE INDEX tax_form_end ON tax_form (expires_on) WHERE status = 'verified' AND end_mails < 2;

-- One row, from the first change on: whether publishers are paid only with a verified tax form. Without the row a form
-- is required.
CREATE TABLE tax_policy (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  is_form_required boolean NOT NULL,
  changed_at timestamptz NOT NULL,
  changed_by bigint REFERENCES account (id)
);

-- What statements and invoices print about the network. A row is added when the configuration says something else, so a
-- document that was issued does not change.
CREATE TABLE network_identity (
  since timestamptz PRIMARY KEY,
  name text NOT NULL,
  support_email text NOT NULL,
  address_united_states text NOT NULL,
  legal_identity text NOT NULL,
  vat_id text NOT NULL
);

-- === legal ===

-- A change of the network's legal texts, announced by e-mail with the day from which it holds. The text replaces the
-- one that the program brings.
CREATE TABLE terms_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  document text NOT NULL CHECK (document IN ('terms', 'conditions')),
  -- The UTC day from which it holds.
  holds_from date NOT NULL,
  announced_at timestamptz NOT NULL,
  announced_by bigint REFERENCES account (id),
  -- What changes, in a few sentences.
  summary_en text NOT NULL CHECK (length(summary_en) BETWEEN 1 AND 2000),
  summary_zh text NOT NULL CHECK (length(summary_zh) BETWEEN 1 AND 2000),
  -- The whole text in Markdown.
  text_en text NOT NULL CHECK (length(text_en) BETWEEN 1 AND 20000),
  text_zh text NOT NULL CHECK (length(text_zh) BETWEEN 1 AND 20000),
  UNIQUE (document, holds_from)
);

-- An objection within a month after the announcement. For this account the earlier text stays in force.
CREATE TABLE terms_objection (
  change_id bigint NOT NULL REFERENCES terms_change (id),
  account_id bigint NOT NULL REFERENCES account (id),
  objected_at timestamptz NOT NULL,
  PRIMARY KEY (change_id, account_id)
);

-- A change whose mails are being sent, and the account that they have reached.
CREATE TABLE terms_mailing (
  change_id bigint PRIMARY KEY REFERENCES terms_change (id),
  reached_id bigint NOT NULL
);

-- === keys ===

-- Keys with which programs of a publisher or an advertiser call the API. `prefix` finds the row and is shown in lists;
-- of the secret part only the SHA-256 is stored.
CREATE TABLE api_key (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  publisher_id bigint REFERENCES publisher (id),
  advertiser_id bigint REFERENCES advertiser (id),
  prefix text NOT NULL UNIQUE CHECK (prefix ~ '^[a-z0-9]{12}$'),
  secret_hash bytea NOT NULL CHECK (length(secret_hash) = 32),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  scopes text[] NOT NULL,
  created_at timestamptz NOT NULL,
  created_by bigint REFERENCES account (id),
  revoked_at timestamptz,
  revoked_by bigint REFERENCES account (id),
  -- At most a minute late.
  last_used_at timestamptz,
  CHECK (revoked_at IS NOT NULL OR revoked_by IS NULL),
  CONSTRAINT api_key_owner CHECK (num_nonnulls(publisher_id, advertiser_id) = 1),
  CONSTRAINT api_key_scopes CHECK (
    cardinality(scopes) BETWEEN 1 AND 3 AND scopes <@ CASE
      WHEN advertiser_id IS NULL THEN ARRAY['read_transactions', 'read_directory', 'make_links']
      ELSE ARRAY['decide_orders']
    END
  )
);
CREATE INDEX api_key_publisher ON api_key (publisher_id);
CREATE INDEX api_key_advertiser ON api_key (advertiser_id) WHERE advertiser_id IS NOT NULL;

-- === notes ===

-- What a team writes about an object for itself: the network's operators, or the accounts of an advertiser or a
-- publisher. No other team reads it. A note is never changed; it goes with its team.
CREATE TABLE note (
  id uuid PRIMARY KEY,
  team text NOT NULL CHECK (team IN ('operator', 'advertiser', 'publisher')),
  advertiser_id bigint REFERENCES advertiser (id) ON DELETE RESTRICT,
  publisher_id bigint REFERENCES publisher (id) ON DELETE RESTRICT,
  object_kind text NOT NULL CHECK (object_kind IN ('transaction', 'programme', 'publisher', 'claim')),
  -- The id of the object, of a transaction that of its publisher before it: `12.0198…`.
  object_id text NOT NULL CHECK (length(object_id) BETWEEN 1 AND 80),
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  written_by bigint NOT NULL REFERENCES account (id) ON DELETE RESTRICT,
  written_at timestamptz NOT NULL,
  CHECK ((team = 'advertiser') = (advertiser_id IS NOT NULL)),
  CHECK ((team = 'publisher') = (publisher_id IS NOT NULL))
);
CREATE INDEX note_of_object ON note (object_kind, object_id, written_at);

-- === notices ===

-- What the members of an advertiser's team were told about its work, for the list in the console and for digests.
CREATE TABLE team_notice (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account (id) ON DELETE RESTRICT,
  advertiser_id bigint NOT NULL REFERENCES advertiser (id) ON DELETE RESTRICT,
  kind text NOT NULL CHECK (kind IN (
    'memberships', 'claims', 'tracking', 'openings', 'funds', 'budgets', 'invoices', 'closings'
  )),
  -- The subject of its mail, and the page that it leads to.
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 300),
  path text NOT NULL CHECK (path ~ '^/brand(/|$)' AND length(path) <= 300),
  created_at timestamptz NOT NULL,
  -- Whether the list in the console shows it.
  is_listed boolean NOT NULL,
  read_at timestamptz,
  -- The digest that has to tell it, and when it did.
  digest text CHECK (digest IN ('daily', 'weekly')),
  digested_at timestamptz,
  CHECK (digested_at IS NULL OR digest IS NOT NULL),
  CHECK (is_listed OR digest IS NOT NULL)
);
CREATE INDEX team_notice_of_account ON team_notice (account_id, id);
CREATE INDEX team_notice_for_digest ON team_notice (account_id, digest)
  WHERE digest IS NOT NULL AND digested_at IS NULL;

-- How a member wants to be told of a kind of notice about one advertiser; without a row by mail at once and in the
-- console.
CREATE TABLE notice_choice (
  account_id bigint NOT NULL REFERENCES account (id) ON DELETE RESTRICT,
  advertiser_id bigint NOT NULL REFERENCES advertiser (id) ON DELETE RESTRICT,
  kind text NOT NULL CHECK (kind IN ('memberships', 'claims', 'tracking')),
  mail text NOT NULL CHECK (mail IN ('now', 'daily', 'weekly', 'never')),
  is_listed boolean NOT NULL,
  PRIMARY KEY (account_id, advertiser_id, kind)
);

-- The link in the digests of a member: who has it can end the digests of one rhythm about one advertiser, and nothing
-- else. A mail holds the token, so it is stored as it is.
CREATE TABLE notice_digest (
  account_id bigint NOT NULL REFERENCES account (id) ON DELETE RESTRICT,
  advertiser_id bigint NOT NULL REFERENCES advertiser (id) ON DELETE RESTRICT,
  digest text NOT NULL CHECK (digest IN ('daily', 'weekly')),
  token text NOT NULL UNIQUE CHECK (length(token) = 43),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, advertiser_id, digest)
);

-- The advertisers stand below the accounts, so this key of a session comes last.
ALTER TABLE session ADD FOREIGN KEY (advertiser_id) REFERENCES advertiser (id) ON DELETE RESTRICT;
