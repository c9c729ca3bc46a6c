import { sql } from 'kysely'
import type { ListSections } from '#platform/server/privacy.ts'

export const listDismissalSections: ListSections = ({ isOwn }) => ({
  orders_put_aside: sql`SELECT * FROM orphan_dismissal WHERE ${isOwn} ORDER BY dismissed_at`,
})
