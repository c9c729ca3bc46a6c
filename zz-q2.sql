EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) SELECT id, transaction_at, channel, attribution FROM transaction WHERE advertiser_id = 1 ORDER BY transaction_at DESC, id LIMIT 1000
;; EXPLAIN (ANALYZE, BUFFERS, TIMING OFF)     SELECT transaction_id, bool_or(channel <> 'pixel') AS by_server, bool_or(channel = 'pixel') AS by_pixel
    FROM postback
    WHERE advertiser_id = 1 AND transaction_id = ANY (ARRAY(SELECT id FROM transaction WHERE advertiser_id = 1 ORDER BY transaction_at DESC LIMIT 1000))
      AND result IN ('recorded', 'duplicate')
    GROUP BY transaction_id
;; select indexdef from pg_indexes where tablename in ('transaction','transaction_state','postback')
;; select counted_until::text, orders_from::text, now()::text from rollup_status_progress
;; select count(*), max(changed_at)::text from transaction_state where changed_at > now()
