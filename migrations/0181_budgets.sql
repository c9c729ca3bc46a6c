-- What an advertiser caps: the commission or the number of the orders from the clicks of a day or a month (UTC), of all
-- publishers or of one.
CREATE TABLE budget (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  advertiser_id bigint NOT NULL REFERENCES advertiser (id) ON DELETE RESTRICT,
  publisher_id bigint REFERENCES publisher (id) ON DELETE RESTRICT,
  period text NOT NULL CHECK (period IN ('day', 'month')),
  measure text NOT NULL CHECK (measure IN ('commission', 'orders')),
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX budget_once ON budget (advertiser_id, coalesce(publisher_id, 0), period, measure);

-- The cap of a budget from a time on, and what happens when it is reached. Never edited: a change is the next version.
CREATE TABLE budget_version (
  budget_id bigint NOT NULL REFERENCES budget (id) ON DELETE RESTRICT,
  version int NOT NULL CHECK (version > 0),
  -- In 1/10,000 USD, or a number of orders. Null ends the budget.
  cap bigint CHECK (cap > 0),
  consequence text NOT NULL CHECK (consequence IN ('tell', 'no_joins', 'stop')),
  effective_from timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  created_by bigint REFERENCES account (id) ON DELETE RESTRICT,
  PRIMARY KEY (budget_id, version)
);

-- That a version was used by 80 or 100 % in the period that begins on a day, and which clicks earn nothing for that.
CREATE TABLE budget_alert (
  budget_id bigint NOT NULL REFERENCES budget (id) ON DELETE RESTRICT,
  starts_on date NOT NULL,
  version int NOT NULL,
  level text NOT NULL CHECK (level IN ('low', 'reached')),
  reached_at timestamptz NOT NULL,
  stops_from timestamptz,
  stops_until timestamptz,
  PRIMARY KEY (budget_id, starts_on, version, level),
  CHECK ((stops_from IS NULL) = (stops_until IS NULL)),
  CHECK (stops_from <= stops_until),
  CHECK (stops_from IS NULL OR level = 'reached')
);
CREATE INDEX budget_alert_stops ON budget_alert (stops_until) WHERE stops_until IS NOT NULL;

-- Until when a budget that is used up keeps publishers from joining, and the clicks of all that earn nothing.
ALTER TABLE program
  ADD COLUMN joins_paused_until timestamptz,
  ADD COLUMN stopped_from timestamptz,
  ADD COLUMN stopped_until timestamptz;

-- An order from such a click is cancelled by the budget.
ALTER TABLE transaction_decision
  DROP CONSTRAINT transaction_decision_decided_as_check,
  ADD CONSTRAINT transaction_decision_decided_as_check
    CHECK (decided_as IN ('operator', 'advertiser', 'postback', 'rule', 'budget')),
  ADD CHECK (decided_as <> 'budget' OR (decided_by IS NULL AND reason_code = 'LIMIT_REACHED'));
