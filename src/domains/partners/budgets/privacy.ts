import { sql } from 'kysely'
import type { ListSections } from '#platform/server/privacy.ts'

export const listBudgetSections: ListSections = ({ isOwn }) => ({
  budgets: sql`SELECT * FROM budget LEFT JOIN budget_version ON budget_id = id WHERE ${isOwn}`,
})
