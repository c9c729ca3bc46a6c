EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) SELECT sum(commission - covered_commission) FROM transaction_state
      WHERE status = 'CONFIRMED' AND (covered_commission < commission OR covered_fee < fee)
        AND transaction_at >= '2026-08-25'::date AND advertiser_id = 1
;; EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) SELECT advertiser_id, commission - covered_commission + fee - covered_fee AS owed
      FROM transaction_state
      WHERE status = 'CONFIRMED' AND (covered_commission < commission OR covered_fee < fee)
        AND advertiser_id = ANY('{1}'::bigint[])
;; EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) SELECT sum(commission - covered_commission) FROM transaction_state
      WHERE status = 'CONFIRMED' AND (covered_commission < commission OR covered_fee < fee)
        AND transaction_at >= '2026-08-25'::date AND confirmed_at >= '2026-08-25'::date AND advertiser_id = 1
