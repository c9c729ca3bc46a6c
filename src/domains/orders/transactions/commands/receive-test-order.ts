import type { Db } from '#database'
import { readRateBook } from '#domains/programmes/rates/queries/rule-books.ts'
import type { RuledTerms } from '#domains/programmes/rates/queries/rule-books.ts'
import { findNewestTerms } from '#domains/programmes/programs/queries/terms.ts'
import { uuid7 } from '#kernel/uuid7.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { PostbackChannel, PostbackReason, RecordedRemark } from '../contract/vocabulary.ts'
import { judgeOrder } from '../rules/judge-order.ts'
import type { Pricing } from '../rules/judge-order.ts'
import { toStoredParameters } from '../rules/postback-log.ts'
import { readOrder } from '../rules/read-order.ts'
import type { Order, PostbackParameters } from '../rules/read-order.ts'

/** A click that the network issued to test the shop of an advertiser. */
export interface TestClick {
  advertiserId: bigint
  issuedAt: Date
}

/** A test order as it would count: amounts in 1/10,000 of the units of their currencies. */
export interface PricedOrder {
  order: Order
  orderValue: bigint
  commission: bigint
  currency: string
  commissionCurrency: string
  termsVersion: number
}

/**
 * The outcome of a test order. `priced` says what it would earn, and `reason` without what it would be recorded;
 * without `priced` the order is rejected.
 */
export type TestOutcome =
  | { result: 'test'; reason: RecordedRemark | null; transactionId: null; priced: PricedOrder }
  | { result: 'rejected'; reason: PostbackReason; transactionId: null }

/** A postback with a test click, as received, and the advertiser of its secret. */
export interface TestPostback {
  advertiserId: bigint
  click: TestClick
  channel: PostbackChannel
  parameters: PostbackParameters
  isReadable: boolean
  /** Whether it is only answered: then nothing is kept. */
  isDryRun?: boolean | undefined
}

/** The test orders of an advertiser that are kept. */
export const MAX_TEST_ORDERS = 20

/**
 * Checks and prices an order with a test click by the newest terms, as if it came from a click of that time, and keeps
 * only the answer. It makes no transaction and no postback, and no report or roll-up knows of it.
 */
export async function receiveTestOrder(ctx: Ctx, test: TestPostback): Promise<TestOutcome> {
  const judged = await judgeTestOrder(ctx, test)
  if (!test.isDryRun) await storeTestOrder(ctx, test, judged)
  if ('reason' in judged) return { result: 'rejected', reason: judged.reason, transactionId: null }
  return { result: 'test', reason: judged.order.remark, transactionId: null, priced: judged }
}

type Judged = PricedOrder | { reason: PostbackReason }

async function judgeTestOrder({ db, now }: Ctx, test: TestPostback): Promise<Judged> {
  const { advertiserId, click } = test
  if (!test.isReadable) return { reason: 'unreadable_request' }
  const read = readOrder(test.parameters)
  if ('reason' in read) return read
  // A shop in test mode may send `test` as well; the test click says so already.
  const order = { ...read.order, isTest: false }
  const newest = await findNewestTerms(db, { advertiserId })
  const terms = newest && { ...newest, rates: new Map(newest.rates.map((rate) => [rate.event, rate] as const)) }
  const clickedAt = new Date(Math.min(click.issuedAt.getTime(), now.getTime()))
  const tested = { advertiserId: click.advertiserId, clickedAt, isPayable: true }
  const pricing = terms && (await readTestPricing(db, { ...terms, termsId: terms.id }, clickedAt))
  const judgement = judgeOrder({ order, advertiserId, click: tested, terms, pricing, reportedAt: now })
  if (!('reason' in judgement) && newest) return { ...judgement, order, termsVersion: newest.version }
  if ('reason' in judgement && judgement.reason !== 'retry') return { reason: judgement.reason }
  throw new Error('A test click was issued to an advertiser without terms.')
}

/** A test click belongs to no publisher and led to no domain. */
async function readTestPricing(db: Db, terms: RuledTerms, at: Date): Promise<Pricing | undefined> {
  if (terms.ruleCount === 0) return undefined
  return { book: await readRateBook(db, terms), publisherId: 0n, regions: [], at }
}

const UNPRICED = { orderValue: null, commission: null, currency: null, commissionCurrency: null, termsVersion: null }

function toColumns({ orderValue, commission, currency, commissionCurrency, termsVersion }: PricedOrder) {
  return { orderValue, commission, currency, commissionCurrency, termsVersion }
}

/** Keeps the answer to a test order, and removes the oldest beyond the bound. */
function storeTestOrder(ctx: Ctx, test: TestPostback, judged: Judged): Promise<void> {
  const { advertiserId, channel, parameters } = test
  const row = {
    advertiserId,
    id: uuid7(ctx.now.getTime()),
    receivedAt: ctx.now,
    channel,
    parameters: JSON.stringify(toStoredParameters(parameters)),
    ...('reason' in judged ? { ...UNPRICED, reason: judged.reason } : { ...toColumns(judged), reason: null }),
  }
  return inTransaction(ctx, async (tx) => {
    await tx.db.insertInto('testOrder').values(row).execute()
    await tx.db
      .deleteFrom('testOrder')
      .where('advertiserId', '=', advertiserId)
      .where('id', 'not in', (own) =>
        own
          .selectFrom('testOrder')
          .select('id')
          .where('advertiserId', '=', advertiserId)
          .orderBy('id', 'desc')
          .limit(MAX_TEST_ORDERS),
      )
      .execute()
  })
}
