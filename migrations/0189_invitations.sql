-- A brand invites a publisher into its programme, to its ordinary rates or to a rate of its own, until a day.
CREATE TABLE invitation (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  program_id bigint NOT NULL REFERENCES program (id) ON DELETE RESTRICT,
  publisher_id bigint NOT NULL REFERENCES publisher (id) ON DELETE RESTRICT,
  status text NOT NULL CHECK (status IN ('sent', 'accepted', 'declined', 'expired', 'withdrawn')),
  message text NOT NULL CHECK (length(message) <= 1000),
  -- What it offers for an event; null for the ordinary rates.
  event text CHECK (event ~ '^[a-z][a-z0-9_]{0,39}$'),
  rate_ppm int CHECK (rate_ppm BETWEEN 0 AND 1000000),
  fixed_amount bigint CHECK (fixed_amount >= 0),
  sent_at timestamptz NOT NULL,
  sent_by bigint REFERENCES account (id),
  expires_at timestamptz NOT NULL,
  -- When it was answered, withdrawn or expired, and by whom; null while it is open.
  ended_at timestamptz,
  ended_by bigint REFERENCES account (id),
  -- Why the publisher declined.
  reason text NOT NULL DEFAULT '' CHECK (length(reason) <= 1000),
  -- The version of the terms in which the offer holds.
  terms_id bigint REFERENCES program_terms (id),
  CHECK ((status = 'sent') = (ended_at IS NULL)),
  CHECK (num_nonnulls(rate_ppm, fixed_amount) = num_nonnulls(event)),
  CHECK (expires_at > sent_at),
  CHECK (reason = '' OR status = 'declined'),
  CHECK (terms_id IS NULL OR (status = 'accepted' AND event IS NOT NULL))
);
CREATE UNIQUE INDEX invitation_open ON invitation (publisher_id, program_id) WHERE status = 'sent';
CREATE INDEX invitation_of_program ON invitation (program_id, sent_at DESC, id DESC);
CREATE INDEX invitation_of_publisher ON invitation (publisher_id, program_id, sent_at DESC, id DESC);
CREATE INDEX invitation_due ON invitation (expires_at) WHERE status = 'sent';

-- A publisher takes no invitations to a programme.
CREATE TABLE invitation_mute (
  publisher_id bigint NOT NULL REFERENCES publisher (id) ON DELETE RESTRICT,
  program_id bigint NOT NULL REFERENCES program (id) ON DELETE RESTRICT,
  muted_at timestamptz NOT NULL,
  PRIMARY KEY (program_id, publisher_id)
);
CREATE INDEX invitation_mute_publisher ON invitation_mute (publisher_id, muted_at DESC);

ALTER TABLE membership_event DROP CONSTRAINT membership_event_kind_check;
ALTER TABLE membership_event ADD CONSTRAINT membership_event_kind_check CHECK (kind IN ('request', 'ask', 'answer',
  'approve', 'decline', 'suspend', 'leave', 'overdue', 'accept'));

-- Publishers can switch the mails about invitations off. Who has switched all present ones off gets none.
ALTER TABLE account DROP CONSTRAINT account_muted_notices_check;
UPDATE account SET muted_notices = muted_notices || ARRAY['invitations']
WHERE role = 'publisher' AND muted_notices @> ARRAY[
  'memberships', 'decisions', 'run_announced', 'paid', 'payment_failed', 'funds', 'claims'
];
ALTER TABLE account ADD CONSTRAINT account_muted_notices_check CHECK (muted_notices <@ ARRAY[
  'memberships', 'decisions', 'run_announced', 'paid', 'payment_failed', 'applications', 'openings', 'tax_forms',
  'funds', 'claims', 'invitations'
]);
