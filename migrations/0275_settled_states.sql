-- Since when states may be missing in the last count: 5 seconds before it, or before the start of the oldest
-- transaction that was open then. Readers count the days of states that have changed since then themselves.
ALTER TABLE rollup_status_progress ADD COLUMN settled_until timestamptz;
