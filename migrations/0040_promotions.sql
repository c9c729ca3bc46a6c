-- Promotions: the coupon codes, deals and products that advertisers offer to the readers of publishers.
CREATE TABLE promotion (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  advertiser_id bigint NOT NULL REFERENCES advertiser (id),
  kind text NOT NULL CHECK (kind IN ('coupon', 'deal', 'product')),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 2000),
  code text CHECK (code ~ '^[!-~]{1,60}$'),
  category text NOT NULL CHECK (length(category) BETWEEN 1 AND 60),
  commission_text text NOT NULL DEFAULT '' CHECK (length(commission_text) <= 200),
  url text NOT NULL CHECK (url ~ '^https?://' AND length(url) <= 2000),
  -- The first and the last day, in UTC. Without a last day it runs until it is ended.
  starts_on date NOT NULL,
  ends_on date CHECK (ends_on >= starts_on),
  -- When the advertiser or an operator ended it before its last day.
  ended_at timestamptz,
  created_at timestamptz NOT NULL,
  CHECK ((kind = 'coupon') = (code IS NOT NULL))
);

-- The same file imported twice adds nothing.
CREATE UNIQUE INDEX promotion_once ON promotion (advertiser_id, title, starts_on, coalesce(code, ''));

-- The site that earns the orders with a coupon code. A code belongs to one site, so to one publisher, at a time; `code`
-- is in upper case, because shops ignore the case. Rows are never edited except for their end.
CREATE TABLE coupon_assignment (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  advertiser_id bigint NOT NULL REFERENCES advertiser (id),
  code text NOT NULL CHECK (code ~ '^[!-~]{1,60}$' AND code = upper(code)),
  site_id bigint NOT NULL REFERENCES site (id),
  assigned_at timestamptz NOT NULL,
  released_at timestamptz CHECK (released_at >= assigned_at)
);

CREATE UNIQUE INDEX coupon_assignment_code ON coupon_assignment (advertiser_id, code) WHERE released_at IS NULL;

-- Whether the owner of a coupon code earns the order, and whether before or after a click.
ALTER TABLE program_terms ADD COLUMN coupon_rule text NOT NULL DEFAULT 'never'
  CHECK (coupon_rule IN ('code_wins', 'code_without_click', 'never'));

-- The promotion whose link the visitor followed, as the link names it.
ALTER TABLE click ADD COLUMN promotion_id bigint;
ALTER TABLE transaction ADD COLUMN promotion_id bigint;

-- An order by coupon has no click. Its clicked_at is the time of the order, so that each report finds its day in one
-- column. A virtual column is neither stored nor written, so it costs an order nothing.
ALTER TABLE transaction ALTER COLUMN click_id DROP NOT NULL;
ALTER TABLE transaction ADD COLUMN attribution text
  GENERATED ALWAYS AS (CASE WHEN click_id IS NULL THEN 'coupon' ELSE 'click' END) VIRTUAL;
