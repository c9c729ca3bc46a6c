-- Publishers of a programme that its terms treat alike. Prices follow the members that a version copied when it was
-- published, so that a change of a group is announced like any other change of the terms.
CREATE TABLE publisher_group (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  program_id bigint NOT NULL REFERENCES program (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX publisher_group_name ON publisher_group (program_id, lower(name));

CREATE TABLE publisher_group_member (
  group_id bigint NOT NULL REFERENCES publisher_group (id) ON DELETE CASCADE,
  publisher_id bigint NOT NULL REFERENCES publisher (id),
  added_at timestamptz NOT NULL,
  PRIMARY KEY (group_id, publisher_id)
);
CREATE INDEX publisher_group_member_publisher ON publisher_group_member (publisher_id);

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

CREATE TABLE terms_group_member (
  terms_id bigint NOT NULL REFERENCES program_terms (id),
  group_id bigint NOT NULL,
  publisher_id bigint NOT NULL REFERENCES publisher (id),
  PRIMARY KEY (terms_id, publisher_id, group_id)
);

-- How many rules a version has; orders under a version without any read none.
ALTER TABLE program_terms ADD COLUMN rule_count int NOT NULL DEFAULT 0 CHECK (rule_count BETWEEN 0 AND 10000);
-- After how many days a cut takes effect.
ALTER TABLE program ADD COLUMN notice_days smallint NOT NULL DEFAULT 14 CHECK (notice_days BETWEEN 0 AND 90);

-- The regions of the domain to which the click led; null if that was not known, empty if it led to none.
ALTER TABLE transaction ADD COLUMN regions text[];

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
  PRIMARY KEY (terms_id, publisher_id)
);
CREATE INDEX terms_notice_open ON terms_notice (publisher_id) WHERE acknowledged_at IS NULL;
