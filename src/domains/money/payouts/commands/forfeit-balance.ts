import { sql } from 'kysely'
import { claimStatementLines, postEntries } from '#domains/books/ledger/commands.ts'
import {
  FEE_INCOME,
  NETWORK_LAPSED,
  PUBLISHER_PAYABLE,
  PUBLISHER_WITHHELD,
  buildPostings,
} from '#domains/books/ledger/rules.ts'
import { BASE_CURRENCY } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import { uuid7 } from '#kernel/uuid7.ts'
import { audit } from '#platform/server/audit/audit.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { ForfeitureKind } from '../contract/vocabulary.ts'
import { CLOSING_FEE } from '../rules/closing.ts'

/** All lines are of before the year 10000. */
const ALL_TIME = new Date('9999-12-31T00:00:00Z')

/** The balance that a publisher loses, and why. */
export interface Forfeited {
  publisherId: bigint
  kind: ForfeitureKind
  /** Whether the payable balance is still one that is forfeited. */
  isDue: (payable: Amount) => boolean
}

/**
 * Takes the whole payable balance from a publisher, inside the caller's transaction: retained after the account was
 * closed, or lapsed. Answers the amount; nothing changes, and it answers `undefined`, when the balance is not due or a
 * payout is open.
 */
export async function forfeitBalance(tx: Ctx, { publisherId, kind, isDue }: Forfeited): Promise<Amount | undefined> {
  if (!tx.db.isTransaction) throw new Error('A balance is forfeited inside the transaction of its cause.')
  const payable = await lockPayable(tx, publisherId)
  if (!isDue(payable) || payable <= 0n || (await hasOpenPayout(tx, publisherId))) return undefined
  const id = uuid7(tx.now.getTime())
  const carriedAmount = await readCarried(tx, publisherId)
  const claimed = await claimStatementLines(tx, [{ publisherId, payoutId: id }], ALL_TIME)
  const { amount: linesAmount, count: lineCount } = claimed.get(id) ?? { amount: 0n, count: 0 }
  if (linesAmount + carriedAmount !== payable) {
    throw new Error(`The open lines of publisher ${publisherId} are not its payable balance.`)
  }
  const feeAmount = kind === 'retained' && payable >= CLOSING_FEE ? CLOSING_FEE : 0n
  const sums = { linesAmount, carriedAmount, amount: payable, feeAmount, lineCount }
  await tx.db
    .insertInto('forfeiture')
    .values({ publisherId, id, kind, ...sums, madeAt: tx.now })
    .execute()
  await postEntries(tx, [
    {
      publisherId,
      kind: kind === 'retained' ? 'retention' : 'lapse',
      sourceKind: 'forfeiture',
      sourceId: id,
      sequence: 1,
      postings: buildPostings(BASE_CURRENCY, [
        [PUBLISHER_PAYABLE, FEE_INCOME, feeAmount],
        [PUBLISHER_PAYABLE, kind === 'retained' ? PUBLISHER_WITHHELD : NETWORK_LAPSED, payable - feeAmount],
      ]),
    },
  ])
  await audit(tx, { action: `balance.${kind}`, target: `publisher:${publisherId}`, details: { id, amount: payable } })
  return payable
}

/** Reads the payable balance and locks it, so that no line is added meanwhile. */
async function lockPayable({ db }: Ctx, publisherId: bigint): Promise<Amount> {
  const row = await db
    .selectFrom('balance')
    .select('amount')
    .where('publisherId', '=', publisherId)
    .where('account', '=', PUBLISHER_PAYABLE)
    .where('currency', '=', BASE_CURRENCY)
    .forUpdate()
    .executeTakeFirst()
  return row?.amount ?? 0n
}

async function hasOpenPayout({ db }: Ctx, publisherId: bigint): Promise<boolean> {
  const open = await db
    .selectFrom('payout')
    .select('id')
    .where('publisherId', '=', publisherId)
    .where('status', 'in', ['draft', 'approved', 'exported'])
    .executeTakeFirst()
  return open !== undefined
}

/** Sums what earlier payouts and forfeitures left of their lines. */
async function readCarried({ db }: Ctx, publisherId: bigint): Promise<Amount> {
  const { rows } = await sql<{ carried: Amount }>`
    SELECT sum(carried)::bigint AS carried FROM (
      SELECT 0 AS carried
      UNION ALL SELECT lines_amount - amount - fee_amount FROM payout
        WHERE publisher_id = ${publisherId} AND status = 'paid'
      UNION ALL SELECT lines_amount - amount FROM forfeiture WHERE publisher_id = ${publisherId}
    ) AS part`.execute(db)
  return rows[0]?.carried ?? 0n
}
