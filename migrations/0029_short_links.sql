-- Short links with an ending that their publisher chose, and which of them a visitor followed.

CREATE TABLE short_link (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  publisher_id bigint NOT NULL REFERENCES publisher (id),
  site_id bigint NOT NULL REFERENCES site (id),
  -- SHA-256 of the ending. It outlives the link, so that nobody gets the visitors of a deleted one.
  digest bytea NOT NULL UNIQUE CHECK (length(digest) = 32),
  ending text CHECK (ending ~ '^[a-z0-9-]{3,40}$' AND digest = sha256(ending::bytea)),
  destination text CHECK (destination ~ '^https?://' AND length(destination) <= 8000),
  sub1 text NOT NULL DEFAULT '' CHECK (length(sub1) <= 64),
  sub2 text NOT NULL DEFAULT '' CHECK (length(sub2) <= 64),
  sub3 text NOT NULL DEFAULT '' CHECK (length(sub3) <= 64),
  sub4 text NOT NULL DEFAULT '' CHECK (length(sub4) <= 64),
  sub5 text NOT NULL DEFAULT '' CHECK (length(sub5) <= 64),
  made_at timestamptz NOT NULL,
  deleted_at timestamptz,
  -- A deleted link keeps nothing of what its publisher wrote.
  CHECK ((deleted_at IS NULL) = (ending IS NOT NULL) AND (deleted_at IS NULL) = (destination IS NOT NULL)),
  CHECK (deleted_at IS NULL OR concat(sub1, sub2, sub3, sub4, sub5) = '')
);
CREATE INDEX short_link_publisher ON short_link (publisher_id, id) WHERE deleted_at IS NULL;

-- The short link that the visitor followed; null for every other link.
ALTER TABLE click ADD COLUMN link_id bigint;
CREATE INDEX click_link ON click (publisher_id, link_id, clicked_at) WHERE link_id IS NOT NULL;
-- Copies of months from before lack the column. The clean-up makes them again.
DROP SCHEMA IF EXISTS retention CASCADE;
