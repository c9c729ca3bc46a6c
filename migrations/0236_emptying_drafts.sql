-- A draft is emptied in batches, so that nobody waits for 100,000 payouts: to compute it again, or to discard it. Until
-- then it stays the one draft, nobody approves it, and a killed process is continued.
ALTER TABLE payout_run ADD COLUMN emptied_for text CHECK (emptied_for IN ('compute', 'discard')),
  ADD CHECK (emptied_for IS NULL OR status = 'draft' AND progress_publisher_id IS NOT NULL AND computed_at IS NULL);
