-- Up to five sub-accounts of a publisher, each bound to one of its sites; what a site is about; the profile of a
-- publisher; and which publisher an applicant came from.

-- A sub-account's site belongs to its publisher: its foreign key names both.
CREATE UNIQUE INDEX site_of_publisher ON site (publisher_id, id);

DROP INDEX site_publisher;

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

-- Up to three audience countries (ISO 3166) and content categories of a site, in the publisher's order.
ALTER TABLE site
  ADD COLUMN audience_countries text[] NOT NULL DEFAULT '{}' CHECK (
    cardinality(audience_countries) <= 3 AND array_to_string(audience_countries, ' ') ~ '^([A-Z]{2}( [A-Z]{2})*)?$'
  ),
  ADD COLUMN content_categories text[] NOT NULL DEFAULT '{}' CHECK (cardinality(content_categories) <= 3);

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
  referral_code text NOT NULL DEFAULT substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)
    CHECK (referral_code ~ '^[0-9a-f]{12}$')
);

CREATE UNIQUE INDEX publisher_profile_referral ON publisher_profile (referral_code);

INSERT INTO publisher_profile (
  id, company, first_name, last_name, contact_number, address, zip_code, country, paypal_email, num_employees,
  dev_knowledge, profit_models, prefer_traffic_categories, traffic_sources, social_medias, content_production,
  ad_network
)
SELECT publisher.id, coalesce(fields->>'company', ''), coalesce(first_name, ''), coalesce(last_name, ''),
  coalesce(phone, ''), coalesce(fields->>'address', ''), coalesce(fields->>'zip_code', ''),
  coalesce(country_code, ''), coalesce(fields->>'paypal_email', ''), coalesce(fields->>'num_employees', ''),
  coalesce(fields->>'dev_knowledge', ''),
  ARRAY(SELECT jsonb_array_elements_text(CASE jsonb_typeof(fields->'profit_models')
    WHEN 'array' THEN fields->'profit_models' ELSE '[]' END)),
  CASE WHEN coalesce(fields->>'prefer_traffic_categories', '') = '' THEN '{}'
    ELSE ARRAY[fields->>'prefer_traffic_categories'] END,
  ARRAY(SELECT jsonb_array_elements_text(CASE jsonb_typeof(fields->'traffic_sources')
    WHEN 'array' THEN fields->'traffic_sources' ELSE '[]' END)),
  ARRAY(SELECT jsonb_array_elements_text(CASE jsonb_typeof(fields->'social_medias')
    WHEN 'array' THEN fields->'social_medias' ELSE '[]' END)),
  coalesce(fields->>'content_production', ''), coalesce(fields->>'ad_network', '')
FROM publisher LEFT JOIN application ON application.account_id = publisher.account_id AND NOT is_repeat;

-- The first site of a publisher that signed up is the one that its sign-up names.
UPDATE site SET
  audience_countries = ARRAY(SELECT jsonb_array_elements_text(fields->'audience_countries')),
  content_categories = ARRAY(SELECT jsonb_array_elements_text(fields->'content_categories'))
FROM publisher JOIN application ON application.account_id = publisher.account_id AND NOT is_repeat
WHERE publisher.id = site.publisher_id AND kind = 'publisher'
  AND site.id = (SELECT min(first.id) FROM site AS first WHERE first.publisher_id = publisher.id)
  AND jsonb_typeof(fields->'audience_countries') = 'array' AND jsonb_typeof(fields->'content_categories') = 'array';

-- The publisher whose referral link an applicant followed.
ALTER TABLE signup ADD COLUMN referred_by bigint REFERENCES publisher (id);

ALTER TABLE application ADD COLUMN referred_by bigint REFERENCES publisher (id);

CREATE INDEX application_referred ON application (referred_by, id) WHERE referred_by IS NOT NULL AND NOT is_repeat;
