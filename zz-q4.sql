EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) SELECT publisher_id AS unit, (sum(order_value))::numeric / nullif(sum(commission)+sum(fee),0) AS sort_value
      FROM rollup_advertiser WHERE advertiser_id = 1 AND day >= '2026-08-24' AND day < '2026-11-24' GROUP BY 1 HAVING bool_or(clicks > 0 OR transactions > 0 OR cancelled_transactions > 0)
;; EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) SELECT publisher_id AS unit, sum(order_value) AS sort_value
      FROM rollup_advertiser WHERE advertiser_id = 1 AND day >= '2026-08-24' AND day < '2026-11-24' GROUP BY 1
;; EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) SELECT count(*)
      FROM rollup_advertiser WHERE advertiser_id = 1 AND day >= '2026-08-24' AND day < '2026-11-24' 
