-- How advertisers and publishers find each other and agree: terms, join requests, invitations, budgets, set-up.

-- === terms ===

-- Publishers are told in batches what a published version changes for them, or that an announced one does not hold.
CREATE TABLE terms_announcement (
  terms_id bigint PRIMARY KEY REFERENCES program_terms (id),
  -- The version with which it is compared; null once all publishers for whom it changes a rate are told.
  before_id bigint REFERENCES program_terms (id),
  -- The announced versions in whose place it stands.
  replaced_ids bigint[] NOT NULL,
  -- Who joined later has read these terms.
  published_at timestamptz NOT NULL,
  -- Until when a publisher can be told of a cut, so that the notice days pass before it; null without a cut.
  tell_until timestamptz,
  -- Publishers up to this id are told.
  told_upto bigint NOT NULL DEFAULT 0,
  postponements int NOT NULL DEFAULT 0,
  ended_at timestamptz
);
CREATE INDEX terms_announcement_open ON terms_announcement (terms_id) WHERE ended_at IS NULL;

-- What a brand prepares: the rates and rules of its next version. Each change raises the revision.
CREATE TABLE terms_draft (
  program_id bigint PRIMARY KEY REFERENCES program (id),
  revision int NOT NULL CHECK (revision > 0),
  -- The rates of the events and the rules, as `StoredLine`.
  lines jsonb NOT NULL,
  changed_at timestamptz NOT NULL,
  changed_by bigint REFERENCES account (id)
);

-- What a version of the terms changes for a publisher, who was mailed when it was published.
CREATE TABLE terms_notice (
  terms_id bigint NOT NULL REFERENCES program_terms (id),
  publisher_id bigint NOT NULL REFERENCES publisher (id),
  -- Old and new rates, and for what they hold.
  changes jsonb NOT NULL,
  -- Whether a rate falls.
  is_cut boolean NOT NULL,
  acknowledged_at timestamptz,
  acknowledged_by bigint REFERENCES account (id),
  -- When the publisher was told that the version does not hold.
  withdrawal_told_at timestamptz,
  PRIMARY KEY (terms_id, publisher_id)
);
CREATE INDEX terms_notice_open ON terms_notice (publisher_id) WHERE acknowledged_at IS NULL;

-- What the orders of the last 30 days would have earned by a draft. It goes with the draft, and with each change of it.
CREATE TABLE terms_replay (
  program_id bigint PRIMARY KEY REFERENCES terms_draft (program_id) ON DELETE CASCADE,
  asked_at timestamptz NOT NULL,
  asked_by bigint REFERENCES account (id),
  -- When the draft would begin: the orders are priced as if they came in the 30 days from then on.
  starts_at timestamptz NOT NULL,
  -- How many of the 30 days are priced.
  days_done smallint NOT NULL DEFAULT 0 CHECK (days_done BETWEEN 0 AND 30),
  outcome text CHECK (outcome IN ('done', 'failed')),
  -- `StoredReplay`, once it is done.
  result jsonb,
  CHECK ((result IS NOT NULL) = (outcome IS NOT DISTINCT FROM 'done'))
);

-- === memberships ===

-- Labels of a programme for its publishers, which concern no rate.
CREATE TABLE publisher_tag (
  program_id bigint NOT NULL,
  tag text NOT NULL CHECK (length(tag) BETWEEN 1 AND 40),
  publisher_id bigint NOT NULL,
  tagged_at timestamptz NOT NULL,
  PRIMARY KEY (program_id, tag, publisher_id),
  FOREIGN KEY (program_id, publisher_id) REFERENCES membership (program_id, publisher_id) ON DELETE RESTRICT
);
CREATE INDEX publisher_tag_publisher ON publisher_tag (publisher_id, program_id);

-- The rules by which join requests of a programme are decided: the first that matches acts. A change is the next
-- version.
CREATE TABLE join_rule_version (
  program_id bigint NOT NULL REFERENCES program (id) ON DELETE RESTRICT,
  version int NOT NULL CHECK (version > 0),
  created_at timestamptz NOT NULL,
  created_by bigint REFERENCES account (id),
  PRIMARY KEY (program_id, version)
);

-- The rules of a version, in their order.
CREATE TABLE join_rule (
  program_id bigint NOT NULL,
  version int NOT NULL,
  -- Its place in the order of the rules.
  rule_no smallint NOT NULL CHECK (rule_no BETWEEN 1 AND 20),
  action text NOT NULL CHECK (action IN ('accept', 'ask', 'refuse')),
  -- Conditions; an empty list and a null name none. All have to be true.
  methods text[] NOT NULL CHECK (cardinality(methods) <= 24),
  countries text[] NOT NULL CHECK (cardinality(countries) <= 250),
  -- The oldest active site is at least, or less than, so many days on the network.
  min_site_days smallint CHECK (min_site_days BETWEEN 1 AND 3650),
  max_site_days smallint CHECK (max_site_days BETWEEN 1 AND 3650),
  is_verified boolean,
  -- The question, or the reason.
  text text NOT NULL CHECK (length(text) <= 1000),
  PRIMARY KEY (program_id, version, rule_no),
  FOREIGN KEY (program_id, version) REFERENCES join_rule_version (program_id, version) ON DELETE RESTRICT,
  CHECK ((action = 'accept') = (text = '')),
  CHECK (min_site_days IS NULL OR max_site_days IS NULL OR min_site_days < max_site_days)
);

-- === invitations ===

-- A brand invites a publisher into its programme, to its ordinary rates or to rates of its own, until a day.
CREATE TABLE invitation (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  program_id bigint NOT NULL REFERENCES program (id) ON DELETE RESTRICT,
  publisher_id bigint NOT NULL REFERENCES publisher (id) ON DELETE RESTRICT,
  status text NOT NULL CHECK (status IN ('sent', 'accepted', 'declined', 'expired', 'withdrawn')),
  message text NOT NULL CHECK (length(message) <= 1000),
  sent_at timestamptz NOT NULL,
  sent_by bigint REFERENCES account (id),
  expires_at timestamptz NOT NULL,
  -- When it was answered, withdrawn or expired, and by whom; null while it is open.
  ended_at timestamptz,
  ended_by bigint REFERENCES account (id),
  -- Why the publisher declined.
  reason text NOT NULL DEFAULT '' CHECK (length(reason) <= 1000),
  -- The version of the terms in which the offer holds.
  terms_id bigint REFERENCES program_terms (id),
  CHECK ((status = 'sent') = (ended_at IS NULL)),
  CONSTRAINT invitation_check2 CHECK (expires_at > sent_at),
  CONSTRAINT invitation_check3 CHECK (reason = '' OR status = 'declined'),
  CONSTRAINT invitation_accepted_terms CHECK (terms_id IS NULL OR status = 'accepted')
);
CREATE UNIQUE INDEX invitation_open ON invitation (publisher_id, program_id) WHERE status = 'sent';
CREATE INDEX invitation_of_program ON invitation (program_id, sent_at DESC, id DESC);
CREATE INDEX invitation_of_publisher ON invitation (publisher_id, program_id, sent_at DESC, id DESC);
CREATE INDEX invitation_due ON invitation (expires_at) WHERE status = 'sent';

-- An invitation can offer a rate for each of several events; none for the ordinary rates.
CREATE TABLE invitation_offer (
  invitation_id bigint NOT NULL REFERENCES invitation (id) ON DELETE RESTRICT,
  event text NOT NULL CHECK (event ~ '^[a-z][a-z0-9_]{0,39}$'),
  rate_ppm int CHECK (rate_ppm BETWEEN 0 AND 1000000),
  fixed_amount bigint CHECK (fixed_amount >= 0),
  PRIMARY KEY (invitation_id, event),
  CHECK (num_nonnulls(rate_ppm, fixed_amount) = 1)
);

-- A publisher takes no invitations to a programme.
CREATE TABLE invitation_mute (
  publisher_id bigint NOT NULL REFERENCES publisher (id) ON DELETE RESTRICT,
  program_id bigint NOT NULL REFERENCES program (id) ON DELETE RESTRICT,
  muted_at timestamptz NOT NULL,
  PRIMARY KEY (program_id, publisher_id)
);
CREATE INDEX invitation_mute_publisher ON invitation_mute (publisher_id, muted_at DESC);

-- === listings ===

-- What brands read about a publisher who agreed that they find it. The row comes with the agreement and goes with its
-- withdrawal. An hourly job writes the facts of its sites and what the network measured in 90 days.
CREATE TABLE publisher_listing (
  publisher_id bigint PRIMARY KEY,
  listed_at timestamptz NOT NULL,
  -- Of its active sites; without one, brands do not find it.
  site_kinds text[] NOT NULL,
  categories text[] NOT NULL,
  countries text[] NOT NULL,
  is_verified boolean NOT NULL,
  -- Figures are stored as the numbers of their bands, from 0, and only where they are shown.
  evidence text NOT NULL CHECK (evidence IN ('measured', 'few_clicks', 'few_brands')),
  click_band smallint CHECK (click_band >= 0),
  order_band smallint CHECK (order_band >= 0),
  orders_compared text CHECK (orders_compared IN ('more', 'same', 'fewer')),
  -- The approved orders expected from 1,000 clicks, in millionths.
  score bigint CHECK (score >= 0),
  -- Null with too few decided orders.
  decided_band smallint CHECK (decided_band >= 0),
  approval_band smallint CHECK (approval_band >= 0),
  approval_compared text CHECK (approval_compared IN ('more', 'same', 'fewer')),
  measured_at timestamptz NOT NULL,
  CHECK (
    num_nonnulls(click_band, order_band, orders_compared, score) = CASE evidence WHEN 'measured' THEN 4 ELSE 0 END
  ),
  CHECK (num_nonnulls(decided_band, approval_band, approval_compared) IN (0, 3)),
  CHECK (evidence = 'measured' OR decided_band IS NULL)
);
-- Each way to sort the publishers whom brands may find has an index, so that a page reads its own rows only.
CREATE INDEX publisher_listing_by_evidence
  ON publisher_listing (score DESC NULLS LAST, is_verified DESC, listed_at DESC, publisher_id);
CREATE INDEX publisher_listing_by_clicks
  ON publisher_listing (click_band DESC NULLS LAST, score DESC NULLS LAST, listed_at DESC, publisher_id);
CREATE INDEX publisher_listing_by_agreement ON publisher_listing (listed_at DESC, publisher_id);

-- === budgets ===

-- What an advertiser caps: the commission or the number of the orders from the clicks of a day or a month (UTC), of all
-- publishers or of one.
CREATE TABLE budget (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  advertiser_id bigint NOT NULL REFERENCES advertiser (id) ON DELETE RESTRICT,
  publisher_id bigint REFERENCES publisher (id) ON DELETE RESTRICT,
  period text NOT NULL CHECK (period IN ('day', 'month')),
  measure text NOT NULL CHECK (measure IN ('commission', 'orders')),
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX budget_once ON budget (advertiser_id, coalesce(publisher_id, 0), period, measure);

-- The cap of a budget from a time on, and what happens when it is reached. Never edited: a change is the next version.
CREATE TABLE budget_version (
  budget_id bigint NOT NULL REFERENCES budget (id) ON DELETE RESTRICT,
  version int NOT NULL CHECK (version > 0),
  -- In 1/10,000 USD, or a number of orders. Null ends the budget.
  cap bigint CHECK (cap > 0),
  consequence text NOT NULL CHECK (consequence IN ('tell', 'no_joins', 'stop')),
  effective_from timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  created_by bigint REFERENCES account (id) ON DELETE RESTRICT,
  PRIMARY KEY (budget_id, version)
);

-- That a version was used by 80 or 100 % in the period that begins on a day, and which clicks earn nothing for that.
CREATE TABLE budget_alert (
  budget_id bigint NOT NULL REFERENCES budget (id) ON DELETE RESTRICT,
  starts_on date NOT NULL,
  version int NOT NULL,
  level text NOT NULL CHECK (level IN ('low', 'reached')),
  reached_at timestamptz NOT NULL,
  stops_from timestamptz,
  stops_until timestamptz,
  PRIMARY KEY (budget_id, starts_on, version, level),
  CHECK ((stops_from IS NULL) = (stops_until IS NULL)),
  CHECK (stops_from <= stops_until),
  CHECK (stops_from IS NULL OR level = 'reached')
);
CREATE INDEX budget_alert_stops ON budget_alert (stops_until) WHERE stops_until IS NOT NULL;

-- That a version of a budget will stop commission (`ahead`), or that it stops it now, for the mails to the publishers.
CREATE TABLE budget_notice (
  budget_id bigint NOT NULL,
  version int NOT NULL,
  kind text NOT NULL CHECK (kind IN ('ahead', 'stopped')),
  announced_at timestamptz NOT NULL,
  -- The clicks that earn nothing, once it is reached.
  stops_from timestamptz,
  stops_until timestamptz,
  -- The publishers are mailed in the order of their ids: the last one, or null once all are.
  progress_publisher_id bigint DEFAULT 0,
  PRIMARY KEY (budget_id, version, kind, announced_at),
  FOREIGN KEY (budget_id, version) REFERENCES budget_version (budget_id, version) ON DELETE RESTRICT,
  CHECK ((kind = 'stopped') = (stops_from IS NOT NULL)),
  CHECK ((stops_from IS NULL) = (stops_until IS NULL))
);
CREATE INDEX budget_notice_open ON budget_notice (announced_at) WHERE progress_publisher_id IS NOT NULL;

-- === setup ===

-- A host that a brand names and has not proved. No tracking link leads there, and it keeps the host from nobody.
CREATE TABLE pending_domain (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  advertiser_id bigint NOT NULL REFERENCES advertiser (id),
  -- With its port, unless that is 80 or 443.
  host text NOT NULL CHECK (host ~ '^[a-z0-9.-]{1,253}(:[0-9]{1,5})?$'),
  token text NOT NULL UNIQUE CHECK (token ~ '^[A-Za-z0-9_-]{43}$'),
  created_at timestamptz NOT NULL,
  checked_at timestamptz,
  file_fault text CHECK (file_fault IN ('not_public', 'unreachable', 'redirect', 'status', 'other_text')),
  record_fault text CHECK (record_fault IN ('none', 'other_text')),
  CONSTRAINT pending_domain_host UNIQUE (advertiser_id, host),
  CHECK (num_nulls(checked_at, file_fault, record_fault) IN (0, 3))
);

-- What the set-up of an advertiser remembers beside what it made.
CREATE TABLE setup (
  advertiser_id bigint PRIMARY KEY REFERENCES advertiser (id),
  click_param_set_at timestamptz,
  test_skipped_at timestamptz,
  test_skipped_by bigint REFERENCES account (id),
  CHECK (test_skipped_by IS NULL OR test_skipped_at IS NOT NULL)
);

-- A brand's request to open its programme, and the decision.
CREATE TABLE opening (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  program_id bigint NOT NULL REFERENCES program (id),
  state text NOT NULL CHECK (state IN ('waiting', 'approved', 'declined', 'withdrawn')),
  requested_at timestamptz NOT NULL,
  requested_by bigint REFERENCES account (id),
  decided_at timestamptz,
  decided_by bigint REFERENCES account (id),
  reason text NOT NULL DEFAULT '' CHECK (length(reason) <= 1000),
  CHECK ((state = 'waiting') = (decided_at IS NULL)),
  CHECK ((state = 'declined') = (reason <> ''))
);
CREATE UNIQUE INDEX opening_waiting ON opening (program_id) WHERE state = 'waiting';
CREATE INDEX opening_program ON opening (program_id, id DESC);

-- One row, from the first change on: whether an operator reviews a programme before it opens.
CREATE TABLE opening_policy (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  is_review_required boolean NOT NULL,
  changed_at timestamptz NOT NULL,
  changed_by bigint REFERENCES account (id)
);

-- === tracking-health ===

-- An order without a click that a brand has put aside, because it owes nobody anything for it.
CREATE TABLE orphan_dismissal (
  advertiser_id bigint NOT NULL REFERENCES advertiser (id) ON DELETE RESTRICT,
  order_ref text NOT NULL CHECK (length(order_ref) BETWEEN 1 AND 500),
  reason text NOT NULL CHECK (reason IN ('NOT_FROM_PUBLISHER', 'TEST_ORDER', 'ORDER_CANCELLED', 'OTHER')),
  dismissed_at timestamptz NOT NULL,
  dismissed_by bigint REFERENCES account (id),
  PRIMARY KEY (advertiser_id, order_ref)
);

-- A refused postback that a person corrected, and the postback that came of it. The original stays as it was.
CREATE TABLE postback_replay (
  advertiser_id bigint NOT NULL,
  postback_id uuid NOT NULL,
  replay_id uuid NOT NULL,
  PRIMARY KEY (advertiser_id, postback_id),
  CONSTRAINT postback_replay_once UNIQUE (advertiser_id, replay_id),
  FOREIGN KEY (advertiser_id, postback_id) REFERENCES postback (advertiser_id, id),
  FOREIGN KEY (advertiser_id, replay_id) REFERENCES postback (advertiser_id, id)
);

-- The last walks of test clicks through the redirects of a shop. They are in no other table, and count nowhere.
CREATE TABLE test_walk (
  advertiser_id bigint NOT NULL REFERENCES advertiser (id),
  id uuid NOT NULL,
  started_at timestamptz NOT NULL,
  token text NOT NULL CHECK (length(token) <= 100),
  click_param text NOT NULL CHECK (length(click_param) <= 40),
  next_url text CHECK (length(next_url) <= 10000),
  hops jsonb NOT NULL,
  fault text CHECK (fault IN ('refused', 'unreachable', 'timeout', 'busy', 'too_many_hops', 'status', 'lost')),
  PRIMARY KEY (advertiser_id, id),
  CHECK (next_url IS NULL OR fault IS NULL)
);

-- === applications ===

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
  -- The publisher whose referral link the applicant followed.
  referred_by bigint REFERENCES publisher (id),
  status text NOT NULL DEFAULT 'received' CHECK (status IN ('received', 'approved', 'rejected')),
  -- Why it was rejected; the applicant reads it.
  reason text NOT NULL DEFAULT '' CHECK (length(reason) <= 1000),
  -- For operators only.
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
CREATE INDEX application_referred ON application (referred_by, id) WHERE referred_by IS NOT NULL AND NOT is_repeat;

-- A publisher's sign-up on its way. The browser that began it holds one token, the mail another; only their hashes are
-- kept.
CREATE TABLE signup (
  id uuid PRIMARY KEY,
  email text NOT NULL CHECK (email = lower(email) AND length(email) <= 254),
  browser_hash bytea NOT NULL CHECK (length(browser_hash) = 32),
  resume_hash bytea NOT NULL CHECK (length(resume_hash) = 32),
  -- It leaves the row only when the address is confirmed.
  password_hash text,
  profile jsonb CHECK (jsonb_typeof(profile) = 'object'),
  application_id bigint REFERENCES application (id),
  -- The publisher whose referral link the applicant followed.
  referred_by bigint REFERENCES publisher (id),
  confirmed_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz NOT NULL,
  CHECK ((finished_at IS NULL) = (application_id IS NULL)),
  CHECK (finished_at IS NOT NULL OR password_hash IS NOT NULL),
  CHECK (password_hash IS NOT NULL OR confirmed_at IS NOT NULL)
);
CREATE UNIQUE INDEX signup_browser ON signup (browser_hash);
CREATE UNIQUE INDEX signup_resume ON signup (resume_hash);
CREATE INDEX signup_created ON signup (created_at);
