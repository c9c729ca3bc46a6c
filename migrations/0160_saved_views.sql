-- A saved view: the filters, sort order and columns of a list under a name.
CREATE TABLE saved_view (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The account that saved it. Only this account changes it.
  account_id bigint NOT NULL REFERENCES account (id) ON DELETE RESTRICT,
  list text NOT NULL CHECK (list ~ '^[a-z]{1,20}(-[a-z]{1,20}){0,3}$'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  -- The search of the address, without a page: `status=PENDING&columns=date.status`.
  query text NOT NULL CHECK (length(query) <= 1000),
  -- For whom it is: the account itself, all accounts of its organisation, or those of one role there.
  scope text NOT NULL CHECK (scope IN ('me', 'team', 'role')),
  role text CHECK (
    role IN ('publisher', 'closed_publisher', 'read_only_sub_account', 'full_sub_account', 'advertiser', 'operator')
  ),
  -- The organisation: a publisher with its sub-accounts, or an advertiser. Operators have none of the two.
  publisher_id bigint REFERENCES publisher (id) ON DELETE RESTRICT,
  advertiser_id bigint REFERENCES advertiser (id) ON DELETE RESTRICT,
  -- Whether it stands in the side navigation.
  is_pinned boolean NOT NULL,
  saved_at timestamptz NOT NULL,
  -- A deleted view can be restored for a day.
  deleted_at timestamptz,
  CHECK ((role IS NOT NULL) = (scope = 'role')),
  CHECK (publisher_id IS NULL OR advertiser_id IS NULL)
);
CREATE UNIQUE INDEX saved_view_name ON saved_view (account_id, list, name) WHERE deleted_at IS NULL;
CREATE INDEX saved_view_shared ON saved_view (publisher_id, advertiser_id) WHERE scope <> 'me' AND deleted_at IS NULL;

-- The search by id finds codes, payouts and beginnings of names by these.
CREATE INDEX promotion_code ON promotion (upper(code)) WHERE code IS NOT NULL;
CREATE INDEX payout_by_id ON payout (id);
CREATE INDEX publisher_name_prefix ON publisher (lower(name) text_pattern_ops);
CREATE INDEX advertiser_name_prefix ON advertiser (lower(name) text_pattern_ops);

-- Whether single keys are shortcuts for the account.
ALTER TABLE account ADD COLUMN has_shortcuts boolean NOT NULL DEFAULT true;
