EXPLAIN (ANALYZE, BUFFERS, TIMING OFF)  SELECT DISTINCT advertiser_id AS owner_id, (transaction_at AT TIME ZONE 'UTC')::date AS day FROM transaction_state
      WHERE changed_at >= coalesce(
        (SELECT counted_until - interval '5 seconds' FROM rollup_status_progress), '-infinity'
      ) AND advertiser_id = 1
;; EXPLAIN (ANALYZE, BUFFERS, TIMING OFF)  SELECT advertiser_id AS owner_id, (transaction_at AT TIME ZONE 'UTC')::date AS day FROM transaction_state
      WHERE changed_at >= '2026-11-23 15:18:51.441+00' AND advertiser_id = 1
;; select brin_summarize_new_values('transaction_state_changed')
;; EXPLAIN (ANALYZE, BUFFERS, TIMING OFF)  SELECT DISTINCT advertiser_id AS owner_id, (transaction_at AT TIME ZONE 'UTC')::date AS day FROM transaction_state
      WHERE changed_at >= coalesce(
        (SELECT counted_until - interval '5 seconds' FROM rollup_status_progress), '-infinity'
      ) AND advertiser_id = 1
