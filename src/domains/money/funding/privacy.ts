import { sql } from 'kysely'
import type { ListSections } from '#platform/server/privacy.ts'

export const listBillingSections: ListSections = ({ isOwn }) => ({
  billing: sql`SELECT * FROM advertiser_billing WHERE ${isOwn}`,
  billing_periods: sql`SELECT * FROM billing_period WHERE ${isOwn} ORDER BY began_at`,
})

export const listDepositSections: ListSections = ({ isOwn }) => ({
  deposits: sql`SELECT id, kind, amount, moved_on, reference, recorded_at FROM deposit WHERE ${isOwn} ORDER BY id`,
})
