-- A fetched file with an unusual rate waits for a person.
ALTER TABLE exchange_fetch
  DROP CONSTRAINT exchange_fetch_failure_check,
  ADD CONSTRAINT exchange_fetch_failure_check CHECK (failure IN (
    'refused', 'busy', 'timeout', 'unreachable', 'too_many_redirects', 'status', 'large', 'lines', 'unusual'
  ));
