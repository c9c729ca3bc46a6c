import type { Db } from '#database'
import type { DryRun } from '#domains/orders/transactions/commands/dry-run-postback.ts'
import type { TokenSource } from '#domains/orders/transactions/commands/receive-postback.ts'
import { readParameter } from '#domains/orders/transactions/rules/read-order.ts'
import type { PostbackParameters } from '#domains/orders/transactions/rules/read-order.ts'
import { uuid7Time } from '#kernel/uuid7.ts'
import { findRecordedFor } from './list-postbacks.ts'

/** What the ids in a dry run stand for. */
export type DryRunDetails = Awaited<ReturnType<typeof readDryRunDetails>>

/** Reads what the ids in a dry run stand for: click, site, terms, rate, and the transaction that is there already. */
export async function readDryRunDetails(
  db: Db,
  run: DryRun,
  { advertiserId, click }: { advertiserId: bigint; click: ReturnType<TokenSource['readClickToken']> },
) {
  const { recorded, outcome } = run
  const transactionId = recorded || outcome.result === 'retry' ? null : outcome.transactionId
  return {
    click: click && (await findClick(db, { advertiserId, ...click })),
    site: recorded && (await findSite(db, recorded.siteId)),
    terms: recorded && (await findTerms(db, BigInt(recorded.order.terms_id))),
    rate: recorded?.order.rate_id ? await findRateRow(db, BigInt(recorded.order.rate_id)) : undefined,
    transaction: transactionId === null ? undefined : await findTransaction(db, { advertiserId, transactionId }),
  }
}

/** Reads the click that a postback names; `undefined` without a genuine token. */
export function readClick(tokens: TokenSource, parameters: PostbackParameters) {
  return tokens.readClickToken(readParameter(parameters, 'clickId') ?? '')
}

/** Finds a click that led to an advertiser; one to another advertiser is not found. */
export function findClick(db: Db, click: { advertiserId: bigint; publisherId: bigint; clickId: string }) {
  return db
    .selectFrom('click')
    .innerJoin('publisher', 'publisher.id', 'click.publisherId')
    .select([
      'click.publisherId',
      'click.id as clickId',
      'click.siteId',
      'clickedAt',
      'verdict',
      'publisher.name as publisherName',
    ])
    .where('click.publisherId', '=', click.publisherId)
    .where('click.id', '=', click.clickId)
    .where('clickedAt', '=', new Date(uuid7Time(click.clickId)))
    .where('advertiserId', '=', click.advertiserId)
    .executeTakeFirst()
}

function findSite(db: Db, siteId: bigint) {
  return db
    .selectFrom('site')
    .innerJoin('publisher', 'publisher.id', 'site.publisherId')
    .select(['site.name', 'publisherId', 'publisher.name as publisherName'])
    .where('site.id', '=', siteId)
    .executeTakeFirst()
}

function findTerms(db: Db, termsId: bigint) {
  return db.selectFrom('programTerms').select('version').where('id', '=', termsId).executeTakeFirst()
}

function findRateRow(db: Db, rateId: bigint) {
  return db.selectFrom('exchangeRate').select(['rate', 'day']).where('id', '=', rateId).executeTakeFirst()
}

async function findTransaction(db: Db, key: { advertiserId: bigint; transactionId: string }) {
  const publisherId = await findRecordedFor(db, key)
  return publisherId === undefined ? undefined : { ...key, publisherId }
}
