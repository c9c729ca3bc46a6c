-- Custom links and the tracking script of a site.

-- When an installation check last found the tracking script with the site's key. Null until then.
ALTER TABLE site ADD COLUMN script_found_at timestamptz;

-- The last links that a publisher made. The command that adds a row removes the oldest ones of the publisher, so the
-- table grows with the publishers and not with their traffic.
CREATE TABLE custom_link (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  publisher_id bigint NOT NULL REFERENCES publisher (id),
  site_id bigint NOT NULL REFERENCES site (id),
  destination text NOT NULL CHECK (destination ~ '^https?://' AND length(destination) <= 8000),
  sub1 text NOT NULL CHECK (length(sub1) <= 64),
  sub2 text NOT NULL CHECK (length(sub2) <= 64),
  sub3 text NOT NULL CHECK (length(sub3) <= 64),
  sub4 text NOT NULL CHECK (length(sub4) <= 64),
  sub5 text NOT NULL CHECK (length(sub5) <= 64),
  made_at timestamptz NOT NULL
);

-- A link that is made again moves to the top of the list. An index entry is too small for a destination.
CREATE UNIQUE INDEX custom_link_once ON custom_link (site_id, md5(destination), sub1, sub2, sub3, sub4, sub5);

CREATE INDEX custom_link_publisher ON custom_link (publisher_id, made_at);
