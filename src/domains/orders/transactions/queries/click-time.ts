import { sql } from 'kysely'

/** The time of the click of the order `t`; null without one. An order by claim counts at another time. */
export const CLICK_TIME = sql`CASE t.attribution WHEN 'click' THEN t.clicked_at
  ELSE uuid_extract_timestamp(t.click_id) END`
