import { sql } from 'kysely'
import type { ListSections } from '#platform/server/privacy.ts'

export const listClosingSections: ListSections = ({ isOwn }) => ({
  pauses: sql`SELECT * FROM program_pause WHERE program_id IN (SELECT id FROM program WHERE ${isOwn}) ORDER BY id`,
  closings: sql`SELECT * FROM program_closing WHERE program_id IN (SELECT id FROM program WHERE ${isOwn}) ORDER BY id`,
})
