import { randomBytes } from 'node:crypto'
import type { Db } from '#database'
import { uuid7 } from '#kernel/uuid7.ts'
import { clickTokenKey, mintClickToken, readClickToken } from '#domains/tracking/tracking/routes/click-token.ts'
import type { ClickTokenKey } from '#domains/tracking/tracking/routes/click-token.ts'
import { mintTestClick, readTestClick, testClickKey } from '#domains/tracking/tracking/routes/test-click.ts'
import { findSecret, loadCatalog, lookUpTerms } from '#domains/tracking/tracking/queries/catalog.ts'
import type { Catalog } from '#domains/tracking/tracking/queries/catalog.ts'
import type { Verdict } from '#domains/tracking/tracking/rules/verdict.ts'
import { formatAmount } from '#kernel/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import { hashToken } from '#platform/server/secrets/opaque-token.ts'
import { announceCatalogChange } from '#platform/server/database/notify.ts'
import { receivePostback } from '#domains/orders/transactions/commands/receive-postback.ts'
import type { PostbackSource } from '#domains/orders/transactions/commands/receive-postback.ts'
import { testContext } from './context.ts'

/** The properties of a click that a test may choose. With `isSpooled` the click is not in the database. */
export interface ClickOptions {
  publisherId?: bigint
  advertiserId?: bigint
  termsId?: bigint
  agoMs?: number
  verdict?: Verdict
  isSpooled?: boolean
  linkId?: bigint | null
  sub1?: string
  /** Sub 2 to sub 5; sub 1 has its own option. */
  furtherSubs?: Partial<Record<'sub2' | 'sub3' | 'sub4' | 'sub5', string>>
}

/**
 * Creates a publisher with a site, an advertiser "Brook & Birch" whose terms pay 10 % of a sale and 5.00 USD for a lead
 * within 30 days, and another advertiser. `token` can only report orders, by server and by pixel; `serverToken` also
 * decides them. `makeClick` returns the click token that a visitor brings to the shop. `clock` tells when the clicks
 * are, by default the time of the machine.
 */
export async function createOrderFixtures(
  db: Db,
  clickTokenSecret: Uint8Array = Buffer.alloc(32, 7),
  clock: () => Date = () => new Date(),
) {
  const keys = { click: clickTokenKey(clickTokenSecret), test: testClickKey(clickTokenSecret) }
  const publisherId = await insertPublisher(db, 'Field Notes')
  const { id: siteId } = await db
    .insertInto('site')
    .values({
      publisherId,
      key: randomBytes(8).toString('hex'),
      name: 'Notes',
      url: 'https://notes.example',
      createdAt: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const brook = await insertAdvertiser(db, 'Brook & Birch')
  const other = await insertAdvertiser(db, 'Other Shop')
  // No command inserted the rows above, so this function announces them to the workers of a running network.
  await announceCatalogChange(testContext(db))
  const catalog = await loadCatalog(db)
  return {
    publisherId,
    siteId,
    ...brook,
    otherAdvertiser: other,
    source: createSource(db, catalog, keys),
    /** Issues a test click to an advertiser, by default to Brook & Birch a minute ago. */
    issueTestClick: ({ advertiserId = brook.advertiserId, agoMs = 60_000 } = {}) =>
      mintTestClick(keys.test, { advertiserId, issuedAt: new Date(clock().getTime() - agoMs) }),
    /** Reads terms and secrets that were added since. */
    loadSource: async () => createSource(db, await loadCatalog(db), keys),
    async makeClick(options: ClickOptions = {}): Promise<string> {
      const clickedMs = clock().getTime() - (options.agoMs ?? 60_000)
      const click = { publisherId: options.publisherId ?? publisherId, id: uuid7(clickedMs) }
      const noSubs = { sub2: null, sub3: null, sub4: null, sub5: null }
      const nothing = {
        ...noSubs,
        userAgent: null,
        ipPrefix: null,
        country: 'GB',
        device: 'mobile' as const,
        promotionId: null,
        linkId: options.linkId ?? null,
      }
      if (!options.isSpooled) {
        await db
          .insertInto('click')
          .values({
            ...click,
            ...nothing,
            clickedAt: new Date(clickedMs),
            siteId,
            advertiserId: options.advertiserId ?? brook.advertiserId,
            termsId: options.termsId ?? brook.termsId,
            verdict: options.verdict ?? 'payable',
            sub1: options.sub1 ?? null,
            ...options.furtherSubs,
            destination: 'https://brook.example/shoes',
            referrer: 'https://notes.example/best-shoes',
          })
          .execute()
      }
      return mintClickToken(keys.click, { publisherId: click.publisherId, clickId: click.id })
    },
  }
}

/** The fixtures of the order tests. */
export type OrderFixtures = Awaited<ReturnType<typeof createOrderFixtures>>

/** Records a pending transaction, by default over 100.00 with a commission of 10.00, by a postback. */
export async function recordPending(
  ctx: Ctx,
  fixtures: OrderFixtures,
  { publisherId = fixtures.publisherId, amount = 1_000_000n, currency = 'USD', linkId = null as bigint | null } = {},
): Promise<TransactionIds> {
  const order_id = `order-${randomBytes(6).toString('hex')}`
  const click_id = await fixtures.makeClick({ publisherId, linkId })
  const parameters = { token: fixtures.token, click_id, order_id, amount: formatAmount(amount), currency }
  const postback = { channel: 'query' as const, parameters, isReadable: true }
  const outcome = await receivePostback({ ...ctx, now: new Date() }, fixtures.source, postback)
  if (outcome.result !== 'recorded' || outcome.transactionId === null)
    throw new Error(`not recorded: ${outcome.result}`)
  return { publisherId, transactionId: outcome.transactionId }
}

interface TransactionIds {
  publisherId: bigint
  transactionId: string
}

/** Inserts a publisher with its account. */
export async function insertPublisher(db: Db, name: string): Promise<bigint> {
  const now = new Date()
  const account = await db
    .insertInto('account')
    .values({
      email: `${randomBytes(6).toString('hex')}@publisher.example`,
      role: 'publisher',
      displayName: name,
      reviewStatus: 'approved',
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const publisher = await db
    .insertInto('publisher')
    .values({ accountId: account.id, name, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('publisherProfile').values({ id: publisher.id }).execute()
  return publisher.id
}

async function insertAdvertiser(db: Db, name: string) {
  const createdAt = new Date(Date.now() - 400 * 86_400_000)
  const advertiser = await db
    .insertInto('advertiser')
    .values({ name, website: 'https://brook.example', createdAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  const program = await db
    .insertInto('program')
    .values({
      advertiserId: advertiser.id,
      publicId: Number(advertiser.id),
      slug: `program-${randomBytes(6).toString('hex')}`,
      title: name,
      status: 'open',
      joinMode: 'auto',
      createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const terms = await db
    .insertInto('programTerms')
    .values({
      programId: program.id,
      version: 1,
      windowDays: 30,
      validationDays: 30,
      currency: 'USD',
      effectiveFrom: createdAt,
      createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('programRate')
    .values([
      { termsId: terms.id, event: 'sale', kind: 'percent', ratePpm: 100_000, fixedAmount: null },
      { termsId: terms.id, event: 'lead', kind: 'fixed', ratePpm: null, fixedAmount: 50_000n },
    ])
    .execute()
  const [token, serverToken] = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')]
  const secret = { advertiserId: advertiser.id, createdAt }
  await db
    .insertInto('postbackSecret')
    .values([
      { ...secret, kind: 'pixel', tokenHash: hashToken(token), hint: '' },
      { ...secret, kind: 'server', tokenHash: hashToken(serverToken), hint: '' },
    ])
    .execute()
  return { advertiserId: advertiser.id, termsId: terms.id, token, serverToken }
}

function createSource(db: Db, catalog: Catalog, keys: Record<'click' | 'test', ClickTokenKey>): PostbackSource {
  return {
    findSecret: (token) => findSecret(catalog, token),
    readClickToken: (token) => readClickToken(keys.click, token),
    readTestClick: (token) => readTestClick(keys.test, token),
    terms: lookUpTerms(() => catalog, db),
  }
}
