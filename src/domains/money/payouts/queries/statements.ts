import { sql } from 'kysely'
import type { Db } from '#database'
import type { Page } from '#kernel/paging.ts'
import { readPage } from '#platform/server/database/read-page.ts'
import { SHOWN_STATUSES } from '../contract/vocabulary.ts'

/** A payout with the month of its run and the number of its statement. */
export type PayoutRow = Awaited<ReturnType<typeof listPayouts>>['payouts'][number]

/** A line of a statement. */
export type StatementLineRow = Awaited<ReturnType<typeof listStatementLines>>[number]

function selectPayouts(db: Db, publisherId: bigint) {
  return db
    .selectFrom('payout')
    .innerJoin('payoutRun as run', 'run.id', 'payout.runId')
    .leftJoin('statement', (join) =>
      join.onRef('statement.publisherId', '=', 'payout.publisherId').onRef('statement.payoutId', '=', 'payout.id'),
    )
    .where('payout.publisherId', '=', publisherId)
    .where('payout.status', 'in', SHOWN_STATUSES)
}

/** Lists the payouts of a publisher that are approved, newest first. */
export async function listPayouts(db: Db, { publisherId, page }: { publisherId: bigint; page: Page }) {
  const ordered = selectPayouts(db, publisherId)
    .selectAll('payout')
    .select(['run.month', 'run.approvedAt', 'statement.number as statementNumber'])
    .orderBy('run.month', 'desc')
    .orderBy('payout.id', 'desc')
  const { count, rows: payouts } = await readPage(page, selectPayouts(db, publisherId), ordered)
  return { count, payouts }
}

interface PayoutKey {
  publisherId: bigint
  payoutId: string
}

/** Finds an approved payout of a publisher. */
export function findPayout(db: Db, { publisherId, payoutId }: PayoutKey): Promise<PayoutRow | undefined> {
  return selectPayouts(db, publisherId)
    .selectAll('payout')
    .select(['run.month', 'run.approvedAt', 'statement.number as statementNumber'])
    .where('payout.id', '=', payoutId)
    .executeTakeFirst()
}

/** Finds the statement of a payout, with the legal data at the time of its number. */
export function findStatement(db: Db, { publisherId, payoutId }: PayoutKey) {
  return db
    .selectFrom('statement')
    .selectAll()
    .where('publisherId', '=', publisherId)
    .where('payoutId', '=', payoutId)
    .executeTakeFirst()
}

/** A part of the lines of a statement; `after` is the last line of the part before. */
interface LinePart {
  limit: number
  offset?: number
  after?: { payableAt: Date; entryId: string } | undefined
}

/** Lists a part of the lines of a payout in the order in which they became payable. */
export function listStatementLines(db: Db, { publisherId, payoutId }: PayoutKey, part: LinePart) {
  const { limit, offset = 0, after } = part
  const lines = db
    .selectFrom('statementLine as line')
    .innerJoin('transaction as t', (join) =>
      join.onRef('t.publisherId', '=', 'line.publisherId').onRef('t.id', '=', 'line.transactionId'),
    )
    .innerJoin('advertiser', 'advertiser.id', 't.advertiserId')
    .leftJoin('site', 'site.id', 't.siteId')
    .innerJoin('programTerms as terms', 'terms.id', 't.termsId')
    .select(['line.entryId', 'line.transactionId', 'line.amount', 'line.payableAt', 't.orderRef', 't.event'])
    .select(['t.transactionAt', 't.clickedAt', 't.attribution', 't.clickId', 't.currency'])
    .select(['advertiser.name as advertiserName', 'site.name as siteName', 'terms.version as termsVersion'])
    .where('line.publisherId', '=', publisherId)
    .where('line.payoutId', '=', payoutId)
    .orderBy('line.payableAt')
    .orderBy('line.entryId')
    .limit(limit)
    .offset(offset)
  if (!after) return lines.execute()
  const { payableAt, entryId } = after
  return lines.where(sql<boolean>`(line.payable_at, line.entry_id) > (${payableAt}, ${entryId})`).execute()
}
