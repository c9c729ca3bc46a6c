-- Whom mails go to: operators, who are few among all accounts, and the publishers of a programme, in the order of their
-- ids, some at a time.
CREATE INDEX account_operator ON account (id) WHERE role = 'operator';
CREATE INDEX membership_joined ON membership (program_id, publisher_id) WHERE status = 'joined';
