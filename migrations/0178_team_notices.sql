-- What the members of an advertiser's team were told about its work, for the list in the console and for digests.
CREATE TABLE team_notice (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account (id) ON DELETE RESTRICT,
  advertiser_id bigint NOT NULL REFERENCES advertiser (id) ON DELETE RESTRICT,
  kind text NOT NULL CHECK (kind IN ('memberships', 'claims', 'openings', 'funds', 'invoices', 'closings')),
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

-- How a member wants to be told of a kind; without a row by mail at once and in the console.
CREATE TABLE notice_choice (
  account_id bigint NOT NULL REFERENCES account (id) ON DELETE RESTRICT,
  kind text NOT NULL CHECK (kind IN ('memberships', 'claims')),
  mail text NOT NULL CHECK (mail IN ('now', 'daily', 'weekly', 'never')),
  is_listed boolean NOT NULL,
  PRIMARY KEY (account_id, kind)
);
INSERT INTO notice_choice (account_id, kind, mail, is_listed)
SELECT account.id, kind, 'never', true FROM account CROSS JOIN unnest(muted_notices) AS kind
WHERE role = 'advertiser' AND erased_at IS NULL AND kind IN ('memberships', 'claims');
UPDATE account SET muted_notices = '{}' WHERE role = 'advertiser' AND erased_at IS NULL;
