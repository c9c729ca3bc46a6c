import { sql } from 'kysely'
import type { Db } from '#database'
import { getFundsAccount, getReceivableAccount } from '#domains/books/ledger/rules.ts'
import { sumAccounts } from '#domains/books/ledger/queries.ts'
import type { Funding } from '../rules.ts'
import type { AdvertiserBillingTable } from '../tables.ts'
import type { Selectable } from 'kysely'

/** The billing of an advertiser, with the defaults of one that has no row yet. */
export type Billing = Omit<Selectable<AdvertiserBillingTable>, 'advertiserId'>

const NEW_BILLING: Billing = {
  mode: 'prepaid',
  creditLimit: 0n,
  capacity: 0n,
  shortfall: 0n,
  warnedAt: null,
  isWarned: null,
  usedUpAt: null,
  missingAtStart: null,
  smallestAtStart: null,
  noJoinsFrom: null,
  closedFrom: null,
}

/** Reads the billing of an advertiser with its money. */
export async function readFunding(db: Db, { advertiserId }: { advertiserId: bigint }): Promise<Billing & Funding> {
  const [fundsAccount, receivable] = [getFundsAccount(advertiserId), getReceivableAccount(advertiserId)]
  const stored = await db
    .selectFrom('advertiserBilling')
    .selectAll()
    .where('advertiserId', '=', advertiserId)
    .executeTakeFirst()
  const sums = await sumAccounts(db, [fundsAccount, receivable])
  return { ...(stored ?? NEW_BILLING), funds: sums.get(fundsAccount) ?? 0n, owed: -(sums.get(receivable) ?? 0n) }
}

/** Lists the advertisers with confirmed orders that are not covered. */
export async function listUncoveredAdvertisers(db: Db): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT id FROM advertiser WHERE EXISTS (
      SELECT FROM transaction_state WHERE advertiser_id = advertiser.id AND status = 'CONFIRMED'
        AND (covered_commission < commission OR covered_fee < fee)
    ) ORDER BY id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Lists the advertisers whose warnings may change: those with deposits, a limit, a warning or uncovered orders. */
export async function listFundedAdvertisers(db: Db): Promise<bigint[]> {
  const billed = await db.selectFrom('advertiserBilling').select('advertiserId').execute()
  const uncovered = await listUncoveredAdvertisers(db)
  return [...new Set([...billed.map(({ advertiserId }) => advertiserId), ...uncovered])]
}
