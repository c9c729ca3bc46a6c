import { sql } from 'kysely'
import type { ListSections } from '#platform/server/privacy.ts'

export const listRateSections: ListSections = ({ isOwn }) => ({
  rates: sql`SELECT * FROM program_rule WHERE ${isOwn} ORDER BY terms_id, rule_no`,
})
