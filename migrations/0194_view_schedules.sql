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

-- A file with a mail, and the address that ends mails of its kind. The file goes when the mail is sent, as its body.
ALTER TABLE mail
  ADD COLUMN attachment_name text CHECK (length(attachment_name) BETWEEN 1 AND 120),
  ADD COLUMN attachment text CHECK (octet_length(attachment) <= 1000000),
  ADD COLUMN unsubscribe_url text CHECK (length(unsubscribe_url) <= 2000);
