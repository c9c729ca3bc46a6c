-- A publisher says that an order is missing. The machine answers from what it knows; what it cannot answer waits for
-- the advertiser, until the clock decides it for the publisher.
CREATE TABLE claim (
  id uuid PRIMARY KEY,
  publisher_id bigint NOT NULL REFERENCES publisher (id) ON DELETE RESTRICT,
  advertiser_id bigint NOT NULL REFERENCES advertiser (id) ON DELETE RESTRICT,
  -- The site to which the order is credited.
  site_id bigint NOT NULL REFERENCES site (id) ON DELETE RESTRICT,
  order_ref text NOT NULL CHECK (length(order_ref) BETWEEN 1 AND 120),
  event text NOT NULL CHECK (event ~ '^[a-z][a-z0-9_]{0,39}$'),
  ordered_on date NOT NULL,
  -- What the publisher says; null for an order without a value.
  amount bigint CHECK (amount >= 0),
  currency currency_code NOT NULL,
  -- The hit that the publisher names. A cluster distributes the hits, so no foreign key leads there.
  click_id uuid,
  filed_at timestamptz NOT NULL,
  status text NOT NULL CHECK (status IN ('answered', 'waiting', 'accepted', 'refused', 'withdrawn')),
  -- What the timeline showed: the last answer of the machine, with its facts.
  answer text NOT NULL CHECK (answer IN ('counted', 'other_publisher', 'click_too_old', 'click_not_counted', 'no_click',
    'refused_postback', 'never_reported')),
  answer_facts jsonb NOT NULL,
  -- When it is decided for the publisher; null unless it waits.
  due_at timestamptz,
  -- The evidence that the advertiser asked for once: until when the clock waits for it.
  asked_at timestamptz,
  evidence_until timestamptz,
  evidenced_at timestamptz,
  insisted_at timestamptz,
  decided_at timestamptz,
  -- The order that it became, or that was counted already. The table is distributed, so no foreign key leads there.
  transaction_id uuid,
  -- The number of its last event.
  sequence smallint NOT NULL CHECK (sequence > 0),
  -- The same order is claimed once.
  UNIQUE (publisher_id, advertiser_id, order_ref, event),
  CHECK ((status = 'waiting') = (due_at IS NOT NULL)),
  CHECK ((status IN ('accepted', 'refused')) = (decided_at IS NOT NULL)),
  CHECK (status <> 'accepted' OR transaction_id IS NOT NULL),
  CHECK ((asked_at IS NULL) = (evidence_until IS NULL)),
  CHECK (evidenced_at IS NULL OR asked_at IS NOT NULL)
);
CREATE INDEX claim_by_publisher ON claim (publisher_id, filed_at DESC, id DESC);
CREATE INDEX claim_by_advertiser ON claim (advertiser_id, filed_at DESC, id DESC);
CREATE INDEX claim_to_decide ON claim (advertiser_id, due_at, id) WHERE status = 'waiting';
CREATE INDEX claim_due ON claim (due_at, id) WHERE status = 'waiting';

-- What happened to a claim, by whom.
CREATE TABLE claim_event (
  claim_id uuid NOT NULL REFERENCES claim (id) ON DELETE RESTRICT,
  sequence smallint NOT NULL CHECK (sequence > 0),
  kind text NOT NULL CHECK (kind IN ('filed', 'answered', 'insisted', 'asked', 'evidenced', 'accepted', 'refused',
    'withdrawn')),
  acted_as text NOT NULL CHECK (acted_as IN ('publisher', 'machine', 'advertiser', 'clock')),
  acted_by bigint REFERENCES account (id),
  happened_at timestamptz NOT NULL,
  note text NOT NULL CHECK (length(note) <= 2000),
  -- Why it was refused.
  reason text CHECK (reason IN ('ORDER_NOT_FOUND', 'ORDER_CANCELLED', 'CREDITED_ELSEWHERE', 'OUTSIDE_TERMS',
    'NOT_PROVED', 'OTHER')),
  -- What the machine answered.
  answer text,
  answer_facts jsonb,
  -- The order value of an accepted claim, if it differs from the claimed one.
  amount bigint CHECK (amount >= 0),
  file_id uuid REFERENCES stored_file (id) ON DELETE SET NULL,
  PRIMARY KEY (claim_id, sequence),
  CHECK ((kind = 'refused') = (reason IS NOT NULL)),
  CHECK ((kind = 'answered') = (answer IS NOT NULL)),
  CHECK (kind = 'accepted' OR amount IS NULL)
);
CREATE INDEX claim_event_file ON claim_event (file_id) WHERE file_id IS NOT NULL;

-- An order by claim: who reported it is the claim. Its clicked_at is the time of the order, as by coupon, also when the
-- click is known. The virtual column is neither stored nor written.
ALTER DOMAIN channel DROP CONSTRAINT report_method_check;
ALTER DOMAIN channel ADD CONSTRAINT channel_check CHECK (VALUE IN ('server', 'pixel', 'claim')) NOT VALID;
ALTER TABLE transaction ADD COLUMN claim_id uuid;
ALTER TABLE transaction ALTER COLUMN attribution SET EXPRESSION AS (
  CASE WHEN claim_id IS NOT NULL THEN 'claim' WHEN click_id IS NULL THEN 'coupon' ELSE 'click' END
);

ALTER TABLE stored_file DROP CONSTRAINT stored_file_purpose_check;
ALTER TABLE stored_file ADD CONSTRAINT stored_file_purpose_check
  CHECK (purpose IN ('tax_form', 'decision_evidence', 'claim_evidence'));

-- Publishers and advertisers can switch the mails about claims off. Who has switched all present ones off gets none.
ALTER TABLE account DROP CONSTRAINT account_muted_notices_check;
UPDATE account SET muted_notices = muted_notices || ARRAY['claims'] WHERE muted_notices @> CASE role
  WHEN 'publisher' THEN ARRAY['memberships', 'decisions', 'run_announced', 'paid', 'payment_failed', 'funds']
  ELSE ARRAY['memberships'] END AND role <> 'operator';
ALTER TABLE account ADD CONSTRAINT account_muted_notices_check CHECK (muted_notices <@ ARRAY[
  'memberships', 'decisions', 'run_announced', 'paid', 'payment_failed', 'applications', 'openings', 'tax_forms',
  'funds', 'claims'
]);
