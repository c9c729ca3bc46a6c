import { sql } from 'kysely'
import type { ListSections } from '#platform/server/privacy.ts'

export const listRateNoticeSections: ListSections = ({ isOwn }) => ({
  rate_notices: sql`SELECT * FROM terms_notice WHERE ${isOwn} ORDER BY terms_id`,
})

export const listDraftSections: ListSections = ({ isOwn }) => ({
  rate_drafts: sql`SELECT * FROM terms_draft WHERE program_id IN (SELECT id FROM program WHERE ${isOwn})`,
})
