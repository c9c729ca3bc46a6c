-- The orders of each day also by the site that sent them, named by publisher and site ('12:34'), and by the day of
-- their click ('2026-11-29'): reports of an advertiser count orders on either day, and say how both totals come about.
ALTER TABLE rollup_order DROP CONSTRAINT rollup_order_dimension_check;
ALTER TABLE rollup_order ADD CONSTRAINT rollup_order_dimension_check CHECK (dimension IN (
  'promotion', 'coupon', 'country', 'device', 'customer', 'event', 'rule', 'site', 'click_day'
));
-- The job counts every day again, the latest first.
UPDATE rollup_status_progress SET orders_from = (counted_until AT TIME ZONE 'UTC')::date + 1;
