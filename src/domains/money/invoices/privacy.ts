import { sql } from 'kysely'
import type { ListSections } from '#platform/server/privacy.ts'

export const listInvoiceSections: ListSections = ({ isOwn }) => ({
  invoices: sql`SELECT * FROM invoice WHERE ${isOwn} ORDER BY number`,
  invoice_lines: sql`SELECT * FROM invoice_line
    WHERE invoice_id IN (SELECT id FROM invoice WHERE ${isOwn}) ORDER BY invoice_id, line_no`,
})
