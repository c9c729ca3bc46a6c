import { sql } from 'kysely'
import { FEE_INCOME, PUBLISHER_CONFIRMED, PUBLISHER_PAYABLE } from '#domains/ledger/rules.ts'

/** The ledger accounts between which an order moves money, in statements that name the transaction `sold`. */
export const CONFIRMED = sql.lit(PUBLISHER_CONFIRMED)
export const PAYABLE = sql.lit(PUBLISHER_PAYABLE)
export const FEES = sql.lit(FEE_INCOME)
export const RECEIVABLE = sql`'advertiser_receivable:' || sold.advertiser_id`
export const FUNDS = sql`'advertiser_funds:' || sold.advertiser_id`
