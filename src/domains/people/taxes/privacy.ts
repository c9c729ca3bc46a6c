import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { ListSections } from '#platform/server/privacy.ts'

export const listTaxSections: ListSections = ({ id, isOwn }) => ({
  legal_details: sql`SELECT legal_name, kind, address, zip_code, country, vat_id, self_billing_version,
      self_billing_at, changed_at FROM legal_detail WHERE id = ${id}`,
  tax_forms: sql`SELECT id, form, signed_on, expires_on, file_id, status, submitted_at, decided_at, reason
    FROM tax_form WHERE ${isOwn} ORDER BY submitted_at`,
})

/** Deletes the legal details and the tax forms of an erased publisher, inside the caller's transaction. */
export async function eraseTaxes(tx: Ctx, { publisherId }: { publisherId: bigint }): Promise<void> {
  await tx.db.deleteFrom('taxForm').where('publisherId', '=', publisherId).execute()
  await tx.db.deleteFrom('legalDetail').where('id', '=', publisherId).execute()
}
