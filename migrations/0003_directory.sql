-- Advertisers, publishers and programmes: the small tables that every worker keeps in memory.

CREATE TABLE advertiser (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint UNIQUE REFERENCES account (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  website text NOT NULL CHECK (website ~ '^https?://' AND length(website) <= 2000),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused')),
  created_at timestamptz NOT NULL
);

CREATE TABLE advertiser_domain (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  advertiser_id bigint NOT NULL REFERENCES advertiser (id),
  hostname text NOT NULL CHECK (hostname ~ '^[a-z0-9.-]{1,253}$'),
  created_at timestamptz NOT NULL
);

-- One host leads to one advertiser.
CREATE UNIQUE INDEX advertiser_domain_hostname ON advertiser_domain (hostname);

CREATE INDEX advertiser_domain_advertiser ON advertiser_domain (advertiser_id);

-- Where a domain sells: ISO 3166 codes, or GLOBAL.
CREATE TABLE advertiser_region (
  domain_id bigint NOT NULL REFERENCES advertiser_domain (id) ON DELETE CASCADE,
  region_code text NOT NULL CHECK (region_code ~ '^([A-Z]{2}|GLOBAL)$'),
  commission_text text NOT NULL DEFAULT '' CHECK (length(commission_text) <= 200),
  PRIMARY KEY (domain_id, region_code)
);

-- The token that an advertiser's postbacks carry. More than one may be valid while a shop changes over.
CREATE TABLE postback_secret (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  advertiser_id bigint NOT NULL REFERENCES advertiser (id),
  token text NOT NULL CHECK (length(token) >= 32),
  created_at timestamptz NOT NULL,
  revoked_at timestamptz
);

CREATE UNIQUE INDEX postback_secret_token ON postback_secret (token);

CREATE INDEX postback_secret_advertiser ON postback_secret (advertiser_id);

CREATE TABLE publisher (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL UNIQUE REFERENCES account (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  created_at timestamptz NOT NULL
);

CREATE TABLE site (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  publisher_id bigint NOT NULL REFERENCES publisher (id),
  key text NOT NULL CHECK (key ~ '^[a-z0-9]{12,32}$'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  url text NOT NULL CHECK (url ~ '^(https?|ftp)://' AND length(url) <= 2000),
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL
);

CREATE UNIQUE INDEX site_key ON site (key);

CREATE INDEX site_publisher ON site (publisher_id);

CREATE TABLE program (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  advertiser_id bigint NOT NULL UNIQUE REFERENCES advertiser (id),
  public_id int NOT NULL CHECK (public_id > 0),
  slug text NOT NULL CHECK (slug ~ '^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$' AND length(slug) <= 120),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 10000),
  commission_text text NOT NULL DEFAULT '' CHECK (length(commission_text) <= 2000),
  status text NOT NULL CHECK (status IN ('draft', 'open', 'paused', 'closed')),
  join_mode text NOT NULL CHECK (join_mode IN ('auto', 'review')),
  click_param text NOT NULL DEFAULT 'click_id' CHECK (click_param ~ '^[A-Za-z][A-Za-z0-9_.-]{0,39}$'),
  created_at timestamptz NOT NULL
);

-- Public addresses are an id and a slug; the ids repeat, the slugs do not.
CREATE UNIQUE INDEX program_slug ON program (slug);

CREATE TABLE program_country (
  program_id bigint NOT NULL REFERENCES program (id),
  country_code text NOT NULL CHECK (country_code ~ '^([A-Z]{2}|GLOBAL)$'),
  PRIMARY KEY (program_id, country_code)
);

-- Only what is allowed or allowed under condition has a row.
CREATE TABLE program_method (
  program_id bigint NOT NULL REFERENCES program (id),
  method text NOT NULL CHECK (method IN (
    'SEM', 'Email', 'Coupons', 'shopping engines', 'Cashback', 'Purchase guide & Sampling', 'Influencers',
    'Co Registration', 'Online store / shop', 'Retargeting', 'SiteUnder & Footer Expand', 'WishList & Money pot',
    'Sub - Network', 'Email remarketing', 'On-site remarketing', 'Services comparator', 'Tourism Compare',
    'Reward: Conditioned', 'Email Retargeting', 'Media Agency', 'Where to buy / TradeMarketing',
    'Programmatic : Contextual', 'Programmatic : Targeting', 'Buy Now, Pay Later'
  )),
  stance text NOT NULL CHECK (stance IN ('allowed', 'under_condition')),
  PRIMARY KEY (program_id, method)
);

-- Terms are never edited: a change is the next version, and a click keeps the version that it was made under.
-- In force is the highest version that has begun, so a version that has not begun yet can still be replaced by the
-- next one.
CREATE TABLE program_terms (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  program_id bigint NOT NULL REFERENCES program (id),
  version int NOT NULL CHECK (version > 0),
  window_days int NOT NULL CHECK (window_days BETWEEN 0 AND 999),
  validation_days int NOT NULL CHECK (validation_days BETWEEN 0 AND 365),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  effective_from timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  created_by bigint REFERENCES account (id),
  UNIQUE (program_id, version),
  CHECK (effective_from >= created_at)
);

CREATE TABLE program_rate (
  terms_id bigint NOT NULL REFERENCES program_terms (id),
  action_type text NOT NULL CHECK (action_type ~ '^[a-z][a-z0-9_]{0,39}$'),
  kind text NOT NULL CHECK (kind IN ('percent', 'fixed')),
  percent int CHECK (percent BETWEEN 0 AND 1000000),
  fixed_amount bigint CHECK (fixed_amount >= 0),
  PRIMARY KEY (terms_id, action_type),
  CHECK ((kind = 'percent') = (percent IS NOT NULL)),
  CHECK ((kind = 'fixed') = (fixed_amount IS NOT NULL))
);

CREATE TABLE membership (
  program_id bigint NOT NULL REFERENCES program (id),
  publisher_id bigint NOT NULL REFERENCES publisher (id),
  status text NOT NULL CHECK (status IN ('pending', 'joined', 'declined', 'suspended', 'left')),
  message text NOT NULL DEFAULT '' CHECK (length(message) <= 1000),
  requested_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by bigint REFERENCES account (id),
  reason text NOT NULL DEFAULT '' CHECK (length(reason) <= 1000),
  PRIMARY KEY (program_id, publisher_id),
  CHECK ((status = 'pending') = (decided_at IS NULL)),
  CHECK ((status IN ('declined', 'suspended')) = (reason <> ''))
);

CREATE INDEX membership_pending ON membership (requested_at) WHERE status = 'pending';

CREATE INDEX membership_publisher ON membership (publisher_id);

-- Every change of what the click path keeps in memory is announced; the payload is the table's name.
CREATE FUNCTION announce_directory_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('directory', TG_TABLE_NAME);
  RETURN NULL;
END
$$;

CREATE TRIGGER advertiser_changed AFTER INSERT OR UPDATE OR DELETE ON advertiser
  FOR EACH STATEMENT EXECUTE FUNCTION announce_directory_change();

CREATE TRIGGER advertiser_domain_changed AFTER INSERT OR UPDATE OR DELETE ON advertiser_domain
  FOR EACH STATEMENT EXECUTE FUNCTION announce_directory_change();

CREATE TRIGGER postback_secret_changed AFTER INSERT OR UPDATE OR DELETE ON postback_secret
  FOR EACH STATEMENT EXECUTE FUNCTION announce_directory_change();

-- The links of a publisher whose account was rejected earn nothing.
CREATE TRIGGER account_review_changed AFTER UPDATE OF review_status ON account
  FOR EACH STATEMENT EXECUTE FUNCTION announce_directory_change();

CREATE TRIGGER site_changed AFTER INSERT OR UPDATE OR DELETE ON site
  FOR EACH STATEMENT EXECUTE FUNCTION announce_directory_change();

CREATE TRIGGER program_changed AFTER INSERT OR UPDATE OR DELETE ON program
  FOR EACH STATEMENT EXECUTE FUNCTION announce_directory_change();

CREATE TRIGGER program_terms_changed AFTER INSERT OR UPDATE OR DELETE ON program_terms
  FOR EACH STATEMENT EXECUTE FUNCTION announce_directory_change();

CREATE TRIGGER program_rate_changed AFTER INSERT OR UPDATE OR DELETE ON program_rate
  FOR EACH STATEMENT EXECUTE FUNCTION announce_directory_change();

CREATE TRIGGER membership_changed AFTER INSERT OR UPDATE OR DELETE ON membership
  FOR EACH STATEMENT EXECUTE FUNCTION announce_directory_change();
