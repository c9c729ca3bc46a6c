-- What advertisers offer: programmes with their terms and rates, and who joined them.

CREATE DOMAIN customer_status AS text CHECK (VALUE IN ('NEW', 'RETURNING'));

-- === programs ===

-- The programme of an advertiser, which publishers join.
CREATE TABLE program (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  advertiser_id bigint NOT NULL UNIQUE REFERENCES advertiser (id),
  -- The address of its page is this id and the slug; the ids repeat, the slugs do not.
  public_id int NOT NULL CHECK (public_id > 0),
  slug text NOT NULL CHECK (slug ~ '^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$' AND length(slug) <= 120),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 10000),
  commission_text text NOT NULL DEFAULT '' CHECK (length(commission_text) <= 2000),
  join_mode text NOT NULL CHECK (join_mode IN ('auto', 'review')),
  -- The parameter of the landing address that carries the click id. The network sets afsrc itself, and analytics read
  -- utm_*.
  click_param text NOT NULL DEFAULT 'click_id' CHECK (click_param ~ '^[A-Za-z][A-Za-z0-9_.-]{0,39}$'),
  -- After how many days a cut of the rates takes effect.
  notice_days smallint NOT NULL DEFAULT 14 CHECK (notice_days BETWEEN 0 AND 90),
  status text NOT NULL CHECK (status IN ('draft', 'open', 'paused', 'closed')),
  -- From when on it is closed, while its advertiser has announced that.
  closes_at timestamptz,
  -- When it was closed, and who decided that: its advertiser by announcing the day, or an operator.
  closed_at timestamptz,
  closed_by bigint REFERENCES account (id) ON DELETE RESTRICT,
  -- From when on no publisher can join, and from when on joins and promotions are closed, for want of funds: publishers
  -- see these dates, which are written with those of the advertiser.
  no_joins_from timestamptz,
  closed_from timestamptz,
  -- Until when a budget that is used up keeps publishers from joining, and which clicks earn nothing for that.
  joins_paused_until timestamptz,
  stopped_from timestamptz,
  stopped_until timestamptz,
  created_at timestamptz NOT NULL,
  -- When it last changed, for programs that copy the directory. Terms and memberships have times of their own.
  changed_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT program_click_param_reserved CHECK (click_param !~* '^(afsrc$|utm_)'),
  CONSTRAINT program_closed_by CHECK (closed_by IS NULL OR closed_at IS NOT NULL),
  CONSTRAINT program_closed_at CHECK ((closed_at IS NOT NULL) = (status = 'closed'))
);
CREATE UNIQUE INDEX program_slug ON program (slug);

-- Where the programme sells: ISO 3166 codes, or GLOBAL.
CREATE TABLE program_country (
  program_id bigint NOT NULL REFERENCES program (id),
  country_code text NOT NULL CHECK (country_code ~ '^([A-Z]{2}|GLOBAL)$'),
  PRIMARY KEY (program_id, country_code)
);

-- How publishers may promote. Only what is allowed or allowed under condition has a row.
CREATE TABLE program_method (
  program_id bigint NOT NULL REFERENCES program (id),
  method text NOT NULL CHECK (method IN (
    'SEM', 'Email', 'Coupons', 'shopping engines', 'Cashback', 'Purchase guide & Sampling', 'Influencers',
    'Co Registration', 'Online store / shop', 'Retargeting', 'SiteUnder & Footer Expand', 'WishList & Money pot',
    'Sub - Network', 'Email remarketing', 'On-site remarketing', 'Services comparator', 'Tourism Compare',
    'Reward: Conditioned', 'Email Retargeting', 'Media Agency', 'Where to buy / TradeMarketing',
    'Programmatic : Contextual', 'Programmatic : Targeting', 'Buy Now, Pay Later'
  )),
  policy text NOT NULL CONSTRAINT program_method_stance_check CHECK (policy IN ('allowed', 'under_condition')),
  PRIMARY KEY (program_id, method)
);

-- Terms are never edited: a change is the next version, and a click keeps the version that it was made under. In force
-- is the highest version that has begun, so a version that has not begun yet can still be replaced by the next one.
CREATE TABLE program_terms (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  program_id bigint NOT NULL REFERENCES program (id),
  version int NOT NULL CHECK (version > 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  window_days int NOT NULL CHECK (window_days BETWEEN 0 AND 999),
  -- Whether the owner of a coupon code earns the order, and whether before or after a click.
  coupon_rule text NOT NULL DEFAULT 'never' CHECK (coupon_rule IN ('code_wins', 'code_without_click', 'never')),
  validation_days int NOT NULL CHECK (validation_days BETWEEN 0 AND 365),
  -- What happens to an undecided order at the end of its validation period, and what publishers read of a hold.
  validation_end text NOT NULL DEFAULT 'confirm' CHECK (validation_end IN ('confirm', 'hold')),
  hold_note text NOT NULL DEFAULT '' CHECK (length(hold_note) <= 300),
  -- How often the advertiser may extend the validation of an order, and by how many days each time.
  max_extensions smallint NOT NULL DEFAULT 1 CHECK (max_extensions BETWEEN 0 AND 12),
  extension_days smallint NOT NULL DEFAULT 14 CHECK (extension_days BETWEEN 1 AND 90),
  -- The fee of the network: what it is a part of, and the part in millionths.
  fee_basis text NOT NULL DEFAULT 'commission' CHECK (fee_basis IN ('commission', 'order_value')),
  fee_ppm int NOT NULL DEFAULT 0 CHECK (fee_ppm BETWEEN 0 AND 1000000),
  -- How many rules it has beside its rates; orders under a version without any read none.
  rule_count int NOT NULL DEFAULT 0 CHECK (rule_count BETWEEN 0 AND 10000),
  effective_from timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  created_by bigint REFERENCES account (id),
  UNIQUE (program_id, version),
  CHECK (effective_from >= created_at)
);

-- What a version of the terms pays for an event: exactly one of the two.
CREATE TABLE program_rate (
  terms_id bigint NOT NULL REFERENCES program_terms (id),
  event text NOT NULL CONSTRAINT program_rate_action_type_check CHECK (event ~ '^[a-z][a-z0-9_]{0,39}$'),
  kind text NOT NULL CHECK (kind IN ('percent', 'fixed')),
  -- In millionths of the order value.
  rate_ppm int CONSTRAINT program_rate_percent_check CHECK (rate_ppm BETWEEN 0 AND 1000000),
  -- In 1/10,000 of the unit of the terms' currency.
  fixed_amount bigint CHECK (fixed_amount >= 0),
  PRIMARY KEY (terms_id, event),
  CHECK ((kind = 'percent') = (rate_ppm IS NOT NULL)),
  CHECK ((kind = 'fixed') = (fixed_amount IS NOT NULL))
);

-- How a publisher stands at a programme. membership_event says how it came to that.
CREATE TABLE membership (
  program_id bigint NOT NULL REFERENCES program (id),
  publisher_id bigint NOT NULL REFERENCES publisher (id),
  status text NOT NULL CHECK (status IN ('pending', 'joined', 'declined', 'suspended', 'left')),
  requested_at timestamptz NOT NULL,
  -- When the request should be decided; null unless it is pending.
  due_at timestamptz,
  message text NOT NULL DEFAULT '' CHECK (length(message) <= 1000),
  -- How the publisher says it will promote.
  methods text[] NOT NULL DEFAULT '{}' CHECK (cardinality(methods) <= 24),
  -- A question of the advertiser that waits for the publisher's answer.
  question text NOT NULL DEFAULT '' CHECK (length(question) <= 1000),
  -- When the question was asked; null unless it waits for an answer.
  asked_at timestamptz,
  decided_at timestamptz,
  decided_by bigint REFERENCES account (id),
  reason text NOT NULL DEFAULT '' CHECK (length(reason) <= 1000),
  -- Since when it is suspended. It stays after the return, until the publisher is told what the terms changed
  -- meanwhile.
  suspended_since timestamptz,
  PRIMARY KEY (program_id, publisher_id),
  CHECK ((status = 'pending') = (decided_at IS NULL)),
  CHECK ((status IN ('declined', 'suspended')) = (reason <> '')),
  CHECK ((status = 'pending') = (due_at IS NOT NULL)),
  CHECK ((question <> '') = (asked_at IS NOT NULL)),
  CHECK (asked_at IS NULL OR status = 'pending'),
  CONSTRAINT membership_suspended_since CHECK (
    CASE status WHEN 'suspended' THEN suspended_since IS NOT NULL WHEN 'joined' THEN true
      ELSE suspended_since IS NULL END
  )
);
CREATE INDEX membership_pending ON membership (requested_at) WHERE status = 'pending';
CREATE INDEX membership_publisher ON membership (publisher_id);
CREATE INDEX membership_due ON membership (due_at) WHERE status = 'pending';
CREATE INDEX membership_of_program ON membership (program_id, status, due_at, publisher_id);
CREATE INDEX membership_returned ON membership (program_id, publisher_id)
  WHERE status = 'joined' AND suspended_since IS NOT NULL;

-- What happened between a publisher and a programme, by whom. The row of the membership says how it stands now.
CREATE TABLE membership_event (
  program_id bigint NOT NULL,
  publisher_id bigint NOT NULL,
  sequence int NOT NULL CHECK (sequence > 0),
  kind text NOT NULL CHECK (kind IN (
    'request', 'ask', 'answer', 'approve', 'decline', 'suspend', 'leave', 'overdue', 'accept'
  )),
  acted_as text NOT NULL CHECK (acted_as IN ('publisher', 'advertiser', 'operator', 'system')),
  acted_by bigint REFERENCES account (id),
  happened_at timestamptz NOT NULL,
  -- The message, the question, the answer or the reason.
  text text NOT NULL CHECK (length(text) <= 1000),
  -- Of a request: how the publisher says it will promote.
  methods text[] NOT NULL DEFAULT '{}' CHECK (cardinality(methods) <= 24),
  -- The rule that acted on a join request.
  rule_version int,
  rule_no smallint,
  PRIMARY KEY (program_id, publisher_id, sequence),
  FOREIGN KEY (program_id, publisher_id) REFERENCES membership (program_id, publisher_id) ON DELETE RESTRICT,
  CHECK ((rule_version IS NULL) = (rule_no IS NULL))
);
CREATE INDEX membership_event_request ON membership_event (program_id, happened_at) WHERE kind = 'request';

-- What the network measured about each programme in the last 90 days, recomputed from roll-ups and decisions. The list
-- of advertisers shows it and sorts by its score.
CREATE TABLE program_figures (
  program_id bigint PRIMARY KEY REFERENCES program (id),
  clicks bigint NOT NULL,
  commission bigint NOT NULL,
  confirmed bigint NOT NULL,
  cancelled bigint NOT NULL,
  -- Of the commission of confirmed orders: all of it, and what the advertiser has not covered.
  confirmed_commission bigint NOT NULL DEFAULT 0,
  uncovered_commission bigint NOT NULL DEFAULT 0,
  -- The median from the order to its decision.
  decision_hours int,
  -- The commission that 1,000 clicks are expected to bring, in 1/10,000 of the currency unit.
  score bigint NOT NULL,
  measured_at timestamptz NOT NULL
);
CREATE INDEX program_figures_score ON program_figures (score DESC);

-- === rates ===

-- A rate of a version of the terms for a part of its orders. The rates of program_rate hold where no rule does.
CREATE TABLE program_rule (
  terms_id bigint NOT NULL,
  -- A rule keeps its number from version to version.
  rule_no int NOT NULL CHECK (rule_no > 0),
  event text NOT NULL,
  publisher_id bigint REFERENCES publisher (id),
  -- Without a foreign key: the group may be deleted once no version in force names it.
  group_id bigint,
  product_group text CHECK (length(product_group) BETWEEN 1 AND 60),
  region text CHECK (region ~ '^([A-Z]{2}|GLOBAL)$'),
  customer customer_status,
  starts_at timestamptz,
  ends_at timestamptz,
  rate_ppm int CHECK (rate_ppm BETWEEN 0 AND 1000000),
  fixed_amount bigint CHECK (fixed_amount >= 0),
  specificity smallint NOT NULL GENERATED ALWAYS AS (
    CASE WHEN publisher_id IS NOT NULL THEN 16 WHEN group_id IS NOT NULL THEN 8 ELSE 0 END
    + CASE WHEN product_group IS NULL THEN 0 ELSE 4 END + CASE WHEN region IS NULL THEN 0 ELSE 2 END
    + CASE WHEN customer IS NULL THEN 0 ELSE 1 END
  ) STORED,
  PRIMARY KEY (terms_id, rule_no),
  -- An event without a rate of its own earns nothing.
  FOREIGN KEY (terms_id, event) REFERENCES program_rate (terms_id, event),
  CHECK (publisher_id IS NULL OR group_id IS NULL),
  CHECK (num_nonnulls(rate_ppm, fixed_amount) = 1),
  -- A fixed amount is for the whole order.
  CHECK (product_group IS NULL OR rate_ppm IS NOT NULL),
  CHECK (starts_at < ends_at),
  CHECK (num_nonnulls(publisher_id, group_id, product_group, region, customer, starts_at, ends_at) > 0)
);
CREATE INDEX program_rule_audience ON program_rule (terms_id, event, publisher_id);

-- Publishers of a programme that its terms treat alike. Prices follow the members that a version copied when it was
-- published, so that a change of a group is announced like any other change of the terms.
CREATE TABLE publisher_group (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  program_id bigint NOT NULL REFERENCES program (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX publisher_group_name ON publisher_group (program_id, lower(name));

-- The present members of a group.
CREATE TABLE publisher_group_member (
  group_id bigint NOT NULL REFERENCES publisher_group (id) ON DELETE CASCADE,
  publisher_id bigint NOT NULL REFERENCES publisher (id),
  added_at timestamptz NOT NULL,
  PRIMARY KEY (group_id, publisher_id)
);
CREATE INDEX publisher_group_member_publisher ON publisher_group_member (publisher_id);

-- The members of the groups that a version of the terms names, as they were when it was published.
CREATE TABLE terms_group_member (
  terms_id bigint NOT NULL REFERENCES program_terms (id),
  group_id bigint NOT NULL,
  publisher_id bigint NOT NULL REFERENCES publisher (id),
  PRIMARY KEY (terms_id, publisher_id, group_id)
);

-- === closings ===

-- The announced end of a programme. The programme goes on until then; links lead on after it, without new commission.
CREATE TABLE program_closing (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  program_id bigint NOT NULL REFERENCES program (id) ON DELETE RESTRICT,
  requested_by bigint REFERENCES account (id) ON DELETE RESTRICT,
  requested_at timestamptz NOT NULL,
  -- The notice of the programme at the time of the request.
  notice_days integer NOT NULL CHECK (notice_days BETWEEN 0 AND 365),
  closes_at timestamptz NOT NULL,
  withdrawn_at timestamptz,
  closed_at timestamptz,
  -- The mails to publishers go on after this one; null when all are told.
  progress_publisher_id bigint DEFAULT 0,
  CHECK (closes_at >= requested_at + notice_days * interval '24 hours'),
  CHECK (withdrawn_at < closes_at),
  CHECK (closed_at >= closes_at),
  CHECK (withdrawn_at IS NULL OR closed_at IS NULL)
);
-- One at a time.
CREATE UNIQUE INDEX program_closing_open ON program_closing (program_id)
  WHERE withdrawn_at IS NULL AND closed_at IS NULL;
CREATE INDEX program_closing_of_program ON program_closing (program_id, id);
