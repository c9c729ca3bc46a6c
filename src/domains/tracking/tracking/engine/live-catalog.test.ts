import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decideReview } from '#domains/people/accounts/commands/decide-review.ts'
import { createPostbackSecret, declareDomain, revokePostbackSecret } from '#domains/people/advertisers/commands.ts'
import { addTerms } from '#domains/programmes/programs/commands/add-terms.ts'
import { leaveProgram } from '#domains/programmes/programs/commands/leave-program.ts'
import { requestJoin } from '#domains/programmes/programs/commands/request-join.ts'
import { updateProgram } from '#domains/programmes/programs/commands/update-program.ts'
import { createSite, setSiteActive } from '#domains/people/publishers/commands/publishers.ts'
import type { Ctx } from '#platform/server/context.ts'
import { createLogger } from '#platform/server/log.ts'
import { makeLinkedPair } from '#test/support/click-fixtures.ts'
import { testContext } from '#test/support/context.ts'
import { makePublisher } from '#test/support/network-fixtures.ts'
import { testLimitMs } from '#test/support/patience.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { termsInForce } from '#domains/programmes/programs/rules.ts'
import { findSecret } from '../queries/catalog.ts'
import { LiveCatalog } from './live-catalog.ts'

const database = await openTestDatabase()
let live: LiveCatalog
let ctx: Ctx
let linked: Awaited<ReturnType<typeof makeLinkedPair>>

beforeAll(async () => {
  ctx = testContext(database.db)
  linked = await makeLinkedPair(ctx)
  const log = createLogger('silent', 'test')
  const connection = { connectionString: database.connectionString }
  live = new LiveCatalog({ db: database.db, connection, log, settleMs: 1, retryMs: 20, reloadEveryMs: testLimitMs })
  await live.start()
})

afterAll(() => live.stop())

const find = (host = linked.hostname) => live.current.advertisersByHost.get(host)

describe('the catalog', () => {
  test('knows sites, hosts and members', () => {
    expect(live.current.sites.get(linked.siteKey)).toMatchObject({
      publisherId: linked.publisherId,
      isActive: true,
    })
    expect(find()).toMatchObject({ advertiserId: linked.advertiserId, isOpen: true, clickParam: 'click_id' })
    expect(find()?.joinedPublisherIds.has(linked.publisherId)).toBe(true)
    expect(find()?.joinedPublisherIds.size).toBe(1)
    expect(find()?.terms[0]).toMatchObject({ termsId: linked.termsId, windowDays: 30, currency: 'USD' })
    expect(live.current.terms.get(linked.termsId)?.rates.get('sale')).toEqual({ kind: 'percent', ratePpm: 50_000 })
  })

  test('finds a host with and without www, but not its subdomains and parent domains', () => {
    expect(find(`www.${linked.hostname}`)).toBe(find())
    expect(find(`shop.${linked.hostname}`)).toBeUndefined()
    expect(find('example')).toBeUndefined()
  })

  test('prefers a declared host to the sibling of another host', async () => {
    const other = await makeLinkedPair(ctx)
    await declareDomain(ctx, { advertiserId: other.advertiserId, host: `www.${linked.hostname}` })
    await expect.poll(() => find(`www.${linked.hostname}`)?.advertiserId === other.advertiserId).toBe(true)
    expect(find()?.advertiserId).toBe(linked.advertiserId)
  })
})

describe('the catalog follows a change', () => {
  test('of sites', async () => {
    const { publisherId } = linked
    const { key } = await createSite(ctx, { publisherId, name: 'New', url: 'https://new.example' })
    await expect.poll(() => live.current.sites.get(key)?.isActive === true).toBe(true)
    await setSiteActive(ctx, { publisherId, key, isActive: false })
    await expect.poll(() => live.current.sites.get(key)?.isActive === false).toBe(true)
  })

  test('of a membership or a site, without a reload of the rest', async () => {
    const { programId, publisherId, siteKey } = linked
    const isJoined = () => find()?.joinedPublisherIds.has(publisherId) === true
    const isActive = () => live.current.sites.get(siteKey)?.isActive === true
    await expect.poll(isJoined).toBe(true)
    const isKept = async () => {
      const before = live.current
      await leaveProgram(ctx, { programId, publisherId })
      await expect.poll(isJoined).toBe(false)
      await setSiteActive(ctx, { publisherId, key: siteKey, isActive: false })
      await expect.poll(isActive).toBe(false)
      await requestJoin(ctx, { programId, publisherId })
      await expect.poll(isJoined).toBe(true)
      await setSiteActive(ctx, { publisherId, key: siteKey, isActive: true })
      await expect.poll(isActive).toBe(true)
      return live.current === before
    }
    // The first rounds may meet a reload after an earlier change.
    await expect.poll(isKept).toBe(true)
  })

  test('of accounts: the links of a rejected publisher earn nothing', async () => {
    const { publisher, siteKey } = await makeLinkedPair(ctx)
    const decide = (decision: 'approved' | 'rejected') =>
      decideReview(ctx, { accountId: publisher.accountId, decision })
    await expect.poll(() => live.current.sites.get(siteKey)?.isActive === true).toBe(true)
    await decide('rejected')
    await expect.poll(() => live.current.sites.get(siteKey)?.isActive === false).toBe(true)
    await decide('approved')
    await expect.poll(() => live.current.sites.get(siteKey)?.isActive === true).toBe(true)
  })

  test('of programmes and terms, and keeps earlier terms', async () => {
    const { programId, termsId } = linked
    await updateProgram(ctx, { programId, clickParam: 'ref', status: 'paused' })
    await expect.poll(() => find()?.clickParam === 'ref' && !find()?.isOpen).toBe(true)
    const effectiveFrom = new Date(Date.now() + 86_400_000)
    const rates = [{ event: 'lead', kind: 'fixed', fixedAmount: 25_000n }] as const
    const next = await addTerms(ctx, { programId, windowDays: 7, validationDays: 14, effectiveFrom, rates: [...rates] })
    await expect.poll(() => live.current.terms.has(next.termsId)).toBe(true)
    const advertiser = find()
    if (advertiser === undefined) throw new Error('The advertiser is gone')
    expect(termsInForce(advertiser.terms, new Date())?.termsId).toBe(termsId)
    expect(termsInForce(advertiser.terms, effectiveFrom)?.termsId).toBe(next.termsId)
    expect(termsInForce(advertiser.terms, new Date(0))).toBeUndefined()
  })

  test('of a planned version that another one replaces before it begins', async () => {
    const { programId } = linked
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
    const rates = [{ event: 'sale', kind: 'percent', ratePpm: 10_000 }] as const
    const terms = { programId, windowDays: 30, validationDays: 30, rates: [...rates] }
    await addTerms(ctx, { ...terms, effectiveFrom: inDays(9) })
    const { termsId } = await addTerms(ctx, { ...terms, effectiveFrom: inDays(8) })
    await expect.poll(() => live.current.terms.has(termsId)).toBe(true)
    const advertiser = find()
    expect(termsInForce(advertiser?.terms ?? [], inDays(10))?.termsId).toBe(termsId)
  })

  test('of postback tokens', async () => {
    const { advertiserId } = linked
    await createPostbackSecret(ctx, { advertiserId })
    const { token, secretId } = await createPostbackSecret(ctx, { advertiserId })
    await expect.poll(() => findSecret(live.current, token)?.advertiserId === advertiserId).toBe(true)
    await revokePostbackSecret(ctx, { advertiserId, secretId })
    await expect.poll(() => findSecret(live.current, token) === undefined).toBe(true)
  })

  test('after a lost connection, including changes made in between', async () => {
    const { publisherId } = linked
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'tandem listens catalog' AND datname = current_database()`.execute(database.ownerDb)
    const missed = await createSite(ctx, { publisherId, name: 'Missed', url: 'https://missed.example' })
    await expect.poll(() => live.current.sites.has(missed.key)).toBe(true)
    const later = await createSite(ctx, { publisherId, name: 'Later', url: 'https://later.example' })
    await expect.poll(() => live.current.sites.has(later.key)).toBe(true)
  })
})

test('the periodic reload reads a change that is not announced', async () => {
  const { publisherId } = await makePublisher(ctx)
  const { key } = await createSite(ctx, { publisherId, name: 'Blog', url: 'https://blog.example' })
  const connection = { connectionString: database.connectionString }
  const log = createLogger('silent', 'test')
  const reloading = new LiveCatalog({ db: database.db, connection, log, settleMs: 1, reloadEveryMs: 50 })
  await reloading.start()
  try {
    expect(reloading.current.sites.get(key)?.isActive).toBe(true)
    await database.ownerDb.updateTable('site').set({ isActive: false }).where('key', '=', key).execute()
    await expect.poll(() => reloading.current.sites.get(key)?.isActive).toBe(false)
  } finally {
    await reloading.stop()
  }
})
