import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { advanceStatusCounts } from '#domains/orders/transactions/commands/count-statuses.ts'
import { decideTransaction } from '#domains/orders/transactions/commands/decide-transactions.ts'
import { receivePostback } from '#domains/orders/transactions/commands/receive-postback.ts'
import { testContext } from './context.ts'
import type { TestDatabase } from './database.ts'
import { createOrderFixtures, insertPublisher, recordPending } from './order-fixtures.ts'
import type { OrderFixtures } from './order-fixtures.ts'

type Statement = RawBuilder<unknown>

/** A name, the statements that corrupt the data, and a line that the check prints for it. */
export type Corruption = [
  name: string,
  corrupt: (is: SmallLedger) => Statement | Statement[],
  line: (is: SmallLedger) => string,
]

/** The ids and texts that corruptions and lines name. */
export type SmallLedger = Awaited<ReturnType<typeof createSmallLedger>>

/** An id of nothing. */
export const strangerId = '0199f0a2-7c11-7abc-8def-0123456789ab'

/**
 * Creates a ledger of three orders of one publisher: a confirmed one, which the ids name, a reversed one, and a pending
 * one whose click has sub ids and which the shop repeats twice. The statuses are counted. A second version of the terms
 * begins tomorrow.
 */
export async function createSmallLedger({ db }: TestDatabase) {
  const fixtures = await createOrderFixtures(db)
  const ctx = testContext(db)
  const { publisherId, transactionId } = await recordPending(ctx, fixtures)
  await decideTransaction(ctx, { publisherId, transactionId, action: 'confirm' })
  const reversed = await recordPending(ctx, fixtures)
  await decideTransaction(ctx, { ...reversed, action: 'confirm' })
  await decideTransaction(ctx, { ...reversed, action: 'cancel', reasonCode: 'FRAUD', note: 'stolen card' })
  const tagged = await recordTagged(db, fixtures)
  await advanceStatusCounts(db, new Date(Date.now() + 600_000))
  const sold = await db.selectFrom('transaction').selectAll().where('id', '=', transactionId).executeTakeFirstOrThrow()
  const entry = await db
    .selectFrom('entry')
    .select('id')
    .where('sourceId', '=', transactionId)
    .executeTakeFirstOrThrow()
  const recorded = await db
    .selectFrom('postback')
    .select('id')
    .where('transactionId', '=', transactionId)
    .executeTakeFirstOrThrow()
  return {
    publisher: `publisher ${publisherId}`,
    otherPublisherId: await insertPublisher(db, 'Other'),
    advertiser: `advertiser ${sold.advertiserId}`,
    otherAdvertiserId: fixtures.otherAdvertiser.advertiserId,
    siteId: sold.siteId,
    orderRef: sold.orderRef,
    transactionId,
    transaction: `transaction ${transactionId} of publisher ${publisherId}`,
    clickId: sold.clickId ?? '',
    clickedAt: toText(sold.clickedAt),
    entryId: entry.id,
    entry: `entry ${entry.id} of publisher ${publisherId}`,
    postings: `postings of entry ${entry.id} of publisher ${publisherId}`,
    postbackId: recorded.id,
    tagged: { ...tagged, transaction: `transaction ${tagged.transactionId} of publisher ${publisherId}` },
    termsId: sold.termsId,
    otherTermsId: fixtures.otherAdvertiser.termsId,
    laterTermsId: await insertLaterTerms(db, fixtures),
    day: sold.transactionAt.toISOString().slice(0, 10),
  }
}

/** Records a pending order whose click has sub ids. The shop repeats it twice, the second time with another amount. */
async function recordTagged(db: TestDatabase['db'], fixtures: OrderFixtures) {
  const ctx = testContext(db)
  const click_id = await fixtures.makeClick({ sub1: 'news', furtherSubs: { sub5: 'spring' } })
  for (const amount of ['100', '100', '70']) {
    const parameters = { token: fixtures.token, click_id, order_id: 'tagged', amount }
    await receivePostback(ctx, fixtures.source, { channel: 'query', parameters, isReadable: true })
  }
  return db
    .selectFrom('postback')
    .innerJoin('transaction', 'transaction.id', 'postback.transactionId')
    .select(['transaction.id as transactionId', 'transaction.clickId', 'postback.id as differingPostbackId'])
    .where('postback.reason', '=', 'amount_differs')
    .executeTakeFirstOrThrow()
}

async function insertLaterTerms(db: TestDatabase['db'], { termsId }: OrderFixtures): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    WITH later AS (
      INSERT INTO program_terms
        (program_id, version, window_days, validation_days, currency, effective_from, created_at)
      SELECT program_id, 2, 30, 30, 'USD', now() + interval '1 day', now() FROM program_terms
      WHERE id = ${termsId} RETURNING id
    ), rated AS (
      INSERT INTO program_rate (terms_id, event, kind, rate_ppm) SELECT id, 'sale', 'percent', 100000 FROM later
    )
    SELECT id FROM later`.execute(db)
  return rows[0]?.id ?? 0n
}

/** Writes a time as PostgreSQL does. */
function toText(at: Date): string {
  return at
    .toISOString()
    .replace('T', ' ')
    .replace(/\.?0*Z$/, '+00')
}

/** Writes the line of a difference. */
export function differ(place: string, expected: string, found: string): string {
  return `${place}: expected ${expected}, found ${found}`
}

/** Changes the posting of the confirmed order. */
export function setPosting({ entryId }: SmallLedger, change: Statement): Statement {
  return sql`UPDATE posting SET ${change} WHERE entry_id = ${entryId}`
}

/** Changes the transaction of the confirmed order. */
export function setTransaction({ transactionId }: SmallLedger, change: Statement): Statement {
  return sql`UPDATE transaction SET ${change} WHERE id = ${transactionId}`
}

/** Changes the state of the confirmed order. */
export function setState({ transactionId }: SmallLedger, change: Statement): Statement {
  return sql`UPDATE transaction_state SET ${change} WHERE transaction_id = ${transactionId}`
}

/** Changes a click. */
export function setClick(id: string | null, change: Statement): Statement {
  return sql`UPDATE click SET ${change} WHERE id = ${id}`
}

/** Changes a postback. */
export function setPostback(id: string, change: Statement): Statement {
  return sql`UPDATE postback SET ${change} WHERE id = ${id}`
}
