import { sql } from 'kysely'
import type { ListSections } from '#platform/server/privacy.ts'

export const listBankEntrySections: ListSections = ({ isOwn }) => ({
  bank_entries: sql`SELECT id, direction, reference, amount, currency, booked_on, payer, remittance, state
    FROM bank_entry WHERE ${isOwn} AND state = 'recorded' ORDER BY id`,
})
