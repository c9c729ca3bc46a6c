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

-- An erased operator is rejected like every erased account, so that it cannot sign in.
ALTER TABLE account DROP CONSTRAINT account_check;
ALTER TABLE account ADD CONSTRAINT account_operator_is_approved
  CHECK (role <> 'operator' OR review_status = 'approved' OR erased_at IS NOT NULL);
