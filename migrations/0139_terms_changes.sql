-- A change of the network's legal texts, announced by e-mail with the day from which it holds. The text replaces the
-- one that the program brings.
CREATE TABLE terms_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  document text NOT NULL CHECK (document IN ('terms', 'conditions')),
  -- The UTC day from which it holds.
  holds_from date NOT NULL,
  announced_at timestamptz NOT NULL,
  announced_by bigint REFERENCES account (id),
  -- What changes, in a few sentences.
  summary_en text NOT NULL CHECK (length(summary_en) BETWEEN 1 AND 2000),
  summary_zh text NOT NULL CHECK (length(summary_zh) BETWEEN 1 AND 2000),
  -- The whole text in Markdown.
  text_en text NOT NULL CHECK (length(text_en) BETWEEN 1 AND 20000),
  text_zh text NOT NULL CHECK (length(text_zh) BETWEEN 1 AND 20000),
  UNIQUE (document, holds_from)
);

-- An objection within a month after the announcement. For this account the earlier text stays in force.
CREATE TABLE terms_objection (
  change_id bigint NOT NULL REFERENCES terms_change (id),
  account_id bigint NOT NULL REFERENCES account (id),
  objected_at timestamptz NOT NULL,
  PRIMARY KEY (change_id, account_id)
);

-- A change whose mails are being sent, and the account that they have reached.
CREATE TABLE terms_mailing (
  change_id bigint PRIMARY KEY REFERENCES terms_change (id),
  reached_id bigint NOT NULL
);
