import { audit } from '#platform/server/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Company } from '../rules.ts'

/** Stores who stands behind an advertiser. The audit line names no person. */
export function saveCompany(ctx: Ctx, { advertiserId, ...company }: Company & { advertiserId: bigint }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const values = { ...company, changedAt: tx.now }
    await tx.db
      .insertInto('company')
      .values({ advertiserId, ...values })
      .onConflict((conflict) => conflict.column('advertiserId').doUpdateSet(values))
      .execute()
    const details = { countryCode: company.countryCode, fields: Object.keys(company) }
    await audit(tx, { action: 'company.save', target: `advertiser:${advertiserId}`, details })
  })
}
