import { sql } from 'kysely'
import type { ListSections } from '#platform/server/privacy.ts'

export const listObjectionSections: ListSections = ({ isOwn }) => ({
  objections: sql`SELECT change_id, objected_at FROM terms_objection WHERE ${isOwn} ORDER BY change_id`,
})
