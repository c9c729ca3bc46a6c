-- The operators' queues of tax forms and join requests, in the order of their lists: a page reads its own rows alone.
DROP INDEX tax_form_queue;
CREATE INDEX tax_form_queue ON tax_form (submitted_at, id) WHERE status = 'waiting';
DROP INDEX membership_pending;
CREATE INDEX membership_pending ON membership (requested_at, program_id, publisher_id) WHERE status = 'pending';
