-- What people keep for their work at the console, and requests about their data.

-- === views ===

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
  role text CHECK (role IN (
    'publisher', 'closed_publisher', 'read_only_sub_account', 'full_sub_account', 'advertiser', 'operator', 'owner',
    'manager', 'validator', 'finance', 'developer', 'viewer', 'agency'
  )),
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
CREATE INDEX saved_view_shared ON saved_view (publisher_id, advertiser_id) WHERE scope <> 'me' AND deleted_at IS NULL;
CREATE UNIQUE INDEX saved_view_name ON saved_view (account_id, advertiser_id, list, name)
  NULLS NOT DISTINCT
  WHERE deleted_at IS NULL;

-- A saved view that an account is mailed: every day, on a weekday, or on the first of each month.
CREATE TABLE view_schedule (
  account_id bigint NOT NULL REFERENCES account (id) ON DELETE RESTRICT,
  view_id bigint NOT NULL REFERENCES saved_view (id) ON DELETE CASCADE,
  -- The advertiser whose figures are mailed: that of the account when it chose.
  advertiser_id bigint NOT NULL REFERENCES advertiser (id) ON DELETE RESTRICT,
  rhythm text NOT NULL CHECK (rhythm IN ('daily', 'weekly', 'monthly')),
  -- 1 for Monday to 7 for Sunday.
  weekday smallint CHECK (weekday BETWEEN 1 AND 7),
  -- A secret in each of its mails, whose only use is to end it.
  token text NOT NULL UNIQUE CHECK (length(token) = 43),
  created_at timestamptz NOT NULL,
  -- When the next mail is due; null once the schedule has ended.
  due_at timestamptz,
  -- The time of the last mail, and why the last attempt made none: a code of errors with its parameters.
  mailed_at timestamptz,
  fault jsonb,
  -- Why it ended without its account: what it needs is gone.
  end_reason text CHECK (end_reason IN ('member', 'right', 'view')),
  PRIMARY KEY (account_id, view_id),
  CHECK ((weekday IS NOT NULL) = (rhythm = 'weekly')),
  CHECK ((due_at IS NULL) = (end_reason IS NOT NULL))
);
CREATE INDEX view_schedule_due ON view_schedule (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX view_schedule_of_view ON view_schedule (view_id);

-- === privacy ===

-- An account that is to be erased at the request of its person, or of an operator for the person, and when.
CREATE TABLE erasure_request (
  account_id bigint PRIMARY KEY REFERENCES account (id) ON DELETE RESTRICT,
  -- The account itself, or the operator.
  requested_by bigint NOT NULL REFERENCES account (id) ON DELETE RESTRICT,
  requested_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  CONSTRAINT erasure_request_waits CHECK (due_at > requested_at)
);
CREATE INDEX erasure_request_due ON erasure_request (due_at);
