-- A brand forbids promotion methods, or allows them under condition only, by a version of its terms.

-- `MethodRestriction`s: what the programme permits less from the beginning of the version on. Set once, at the version.
ALTER TABLE program_terms
  ADD COLUMN restrictions jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(restrictions) = 'array');

-- When the restrictions of the version were applied to the methods of its programme.
ALTER TABLE terms_announcement ADD COLUMN restricted_at timestamptz;

UPDATE terms_draft SET order_terms = order_terms || '{"restrictions": []}' WHERE order_terms IS NOT NULL;
