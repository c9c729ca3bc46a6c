import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, addDays, startOfDay, toDay } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'
import { joinProgram, nextOrder, openClaimShop, see, storeProof } from '#test/support/claim-shop.ts'
import type { ClaimShop } from '#test/support/claim-shop.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { insertPublisher } from '#test/support/order-fixtures.ts'
import { askForEvidence, refuseClaim } from './commands/decide-claim.ts'
import type { ClaimInput } from './commands/file-claim.ts'
import { insistOnClaim, sendEvidence } from './commands/follow-up-claim.ts'
import { listClaimEvents, listClaims, sumClaimsToDecide } from './queries.ts'
import { CLAIM_CLOCK_DAYS, CLAIM_LIMITS } from './rules.ts'

const database = await openTestDatabase()
let ctx: Ctx
let shop: ClaimShop

beforeAll(async () => {
  ctx = testContext(database.db)
  shop = await openClaimShop(ctx)
})
const later = (days: number): Ctx => ({ ...ctx, now: new Date(ctx.now.getTime() + days * DAY_MS) })

/** Counts the claims that wait for the brand, as its home and its list of claims do. */
async function countToDecide(now = ctx.now): Promise<number> {
  const { count } = await sumClaimsToDecide(database.db, { ...shop.scope, now })
  const list = { scope: shop.scope, status: 'waiting' as const, page: { number: 1, size: 1 }, now }
  expect(await listClaims(database.db, list)).toMatchObject({ waiting: count })
  return count
}

const findOrder = (orderRef: string) =>
  database.db.selectFrom('transaction').selectAll().where('orderRef', '=', orderRef).executeTakeFirstOrThrow()

describe('a claim', () => {
  test('becomes an order on its own day when its brand confirms it, and a later postback repeats it', async () => {
    const orderRef = nextOrder()
    const { claimId, status } = await shop.file({ orderRef })
    expect(status).toBe('waiting')
    const firstDueAt = new Date(ctx.now.getTime() + CLAIM_CLOCK_DAYS * DAY_MS)
    expect(await sumClaimsToDecide(database.db, { ...shop.scope, now: ctx.now })).toEqual({
      count: 1,
      commission: 100_000n,
      firstDueAt,
    })
    expect(await shop.accept(claimId)).toBe('accepted')
    const order = await findOrder(orderRef)
    const orderedAt = new Date(startOfDay(addDays(toDay(ctx.now), -1)).getTime() - 1)
    const { publisherId, siteId, termsId } = shop
    const own = { publisherId, siteId, termsId, attribution: 'claim', channel: 'claim', clickId: null, claimId }
    expect(order).toMatchObject({ ...own, commission: 100_000n, transactionAt: orderedAt, clickedAt: orderedAt })
    expect(await shop.read(claimId)).toMatchObject({ status: 'accepted', transactionId: order.id, dueAt: null })
    const again = await shop.report(orderRef, { click_id: await shop.makeClick() })
    expect(again).toMatchObject({ result: 'duplicate', transactionId: order.id, reason: null })
  })

  test('takes the sub ids of the hit that it names, and counts on the day of the order', async () => {
    await shop.makeClick({ agoMs: 4 * DAY_MS, sub1: 'mail' })
    const hits = database.db.selectFrom('click').select('id').where('sub1', '=', 'mail')
    const { id: hitId } = await hits.executeTakeFirstOrThrow()
    const orderRef = nextOrder()
    const { claimId } = await shop.file({ orderRef, hitId })
    await shop.accept(claimId)
    const order = await findOrder(orderRef)
    expect(order).toMatchObject({ clickId: hitId, sub1: 'mail', attribution: 'claim' })
    expect(toDay(order.clickedAt)).toBe(addDays(toDay(ctx.now), -2))
  })

  test('is closed by the answer of the machine, which the publisher contradicts once with evidence', async () => {
    const other = await insertPublisher(database.db, 'No Clicks')
    await joinProgram(ctx, { advertiserId: shop.advertiserId, publisherId: other })
    const { key } = await database.db
      .insertInto('site')
      .values({ publisherId: other, key: 'noclicks00000000', name: 'N', url: 'https://n.example', createdAt: ctx.now })
      .returning('key')
      .executeTakeFirstOrThrow()
    const { claimId, status } = await shop.file({ publisherId: other, siteKey: key })
    expect([status, (await shop.read(claimId)).answer]).toEqual(['answered', 'no_click'])
    await expect(shop.accept(claimId)).rejects.toThrow('claim.decided')
    const insist = async (fileId: string) => {
      const seen = { ...(await see(ctx, claimId)), scope: { publisherId: other } }
      return insistOnClaim(ctx, { ...seen, text: 'Here it is.', fileId })
    }
    await expect(insist(await storeProof(ctx, shop.publisherId))).rejects.toThrow('file.missing')
    expect(await insist(await storeProof(ctx, other))).toBe('waiting')
    const refusal = { ...(await see(ctx, claimId)), scope: shop.scope, reason: 'NOT_PROVED' as const, note: 'No.' }
    expect(await refuseClaim(ctx, refusal)).toBe('refused')
    await expect(insist(await storeProof(ctx, other))).rejects.toThrow('claim.final')
    const kinds = (await listClaimEvents(database.db, { claimId })).map(({ kind }) => kind)
    expect(kinds).toEqual(['filed', 'answered', 'insisted', 'refused'])
  })

  test('for an order that is counted, or another publisher’s, is answered for good', async () => {
    const own = nextOrder()
    await shop.report(own, { click_id: await shop.makeClick() })
    const counted = await shop.read((await shop.file({ orderRef: own })).claimId)
    expect(counted).toMatchObject({ status: 'answered', answer: 'counted', transactionId: (await findOrder(own)).id })
    const theirs = nextOrder()
    const publisherId = await insertPublisher(database.db, 'Somewhere Else')
    await shop.report(theirs, { click_id: await shop.makeClick({ publisherId }) })
    const taken = await shop.read((await shop.file({ orderRef: theirs })).claimId)
    expect(taken).toMatchObject({ answer: 'other_publisher', transactionId: null })
    expect(taken.answerFacts).toMatchObject({ attribution: 'click', transactionId: null })
    const seen = { ...(await see(ctx, taken.id)), scope: { publisherId: shop.publisherId } }
    await expect(insistOnClaim(ctx, { ...seen, text: 'x' })).rejects.toThrow('claim.final')
  })

  test('says which sentence refused the postback of its order', async () => {
    const orderRef = nextOrder()
    await shop.report(orderRef, { click_id: await shop.makeClick(), event: 'install' })
    const { answer, answerFacts, status } = await shop.read((await shop.file({ orderRef })).claimId)
    expect([answer, answerFacts.reason, status]).toEqual(['refused_postback', 'unknown_event', 'waiting'])
  })

  test.each<[string, () => Partial<ClaimInput>, string]>([
    ['the future', () => ({ orderedOn: addDays(toDay(ctx.now), 1) }), 'claim.future'],
    ['91 days ago', () => ({ orderedOn: addDays(toDay(ctx.now), -91) }), 'claim.too_old'],
    ['no value', () => ({ amount: null }), 'claim.amount'],
    ['more than an order may be worth', () => ({ amount: 100_000_010_000n }), 'postback.absurd_amount'],
    ['an unknown event', () => ({ event: 'install' }), 'claim.event'],
    ['a site of another publisher', () => ({ siteKey: 'x'.repeat(16) }), 'choice'],
    ['an unknown hit', () => ({ hitId: '01890000-0000-7000-8000-000000000000' }), 'claim.other_hit'],
    ['a brand that was never joined', () => ({ advertiserId: shop.otherAdvertiser.advertiserId }), 'not_found'],
  ])('of %s is refused and changes nothing', async (_, change, code) => {
    const before = await database.db.selectFrom('claimEvent').select('claimId').execute()
    await expect(shop.file(change())).rejects.toThrow(code)
    expect(await database.db.selectFrom('claimEvent').select('claimId').execute()).toEqual(before)
  })

  test('is filed once, and decided by what was seen', async () => {
    const orderRef = nextOrder()
    const results = await Promise.allSettled([shop.file({ orderRef }), shop.file({ orderRef })])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(shop.file({ orderRef })).rejects.toThrow('claim.twice')
    const { id: claimId } = await database.db
      .selectFrom('claim')
      .select('id')
      .where('orderRef', '=', orderRef)
      .executeTakeFirstOrThrow()
    const stale = { ...(await see(ctx, claimId)), scope: shop.scope, note: 'Which order?' }
    const toDecide = await countToDecide()
    await askForEvidence(ctx, stale)
    expect(await countToDecide()).toBe(toDecide - 1)
    expect(await countToDecide(later(CLAIM_CLOCK_DAYS).now)).toBe(toDecide)
    await expect(refuseClaim(ctx, { ...stale, reason: 'OTHER' })).rejects.toThrow('claim.changed')
    await expect(askForEvidence(ctx, { ...stale, ...(await see(ctx, claimId)) })).rejects.toThrow('claim.asked')
    const answer = {
      ...(await see(ctx, claimId)),
      scope: { publisherId: shop.publisherId },
      text: 'This one.',
      fileId: await storeProof(ctx, shop.publisherId),
    }
    const paused = await shop.read(claimId)
    expect(await sendEvidence(later(2), answer)).toBe('waiting')
    expect(await countToDecide()).toBe(toDecide)
    expect(paused.dueAt?.getTime()).toBe(ctx.now.getTime() + (CLAIM_CLOCK_DAYS + 7) * DAY_MS)
    expect((await shop.read(claimId)).dueAt?.getTime()).toBe(ctx.now.getTime() + (CLAIM_CLOCK_DAYS + 2) * DAY_MS)
    await expect(shop.accept(claimId, { amount: 500_000n })).rejects.toThrow('claim.amount_reason')
    await shop.accept(claimId, { amount: 500_000n, note: 'One shoe came back.' })
    expect(await findOrder(orderRef)).toMatchObject({ orderValue: 500_000n, commission: 50_000n })
  })

  test('beyond the limit of a day is refused', async () => {
    const other = await openClaimShop(ctx)
    const { claimId } = await other.file()
    await sql`INSERT INTO claim SELECT (copy).* FROM (
        SELECT jsonb_populate_record(claim, jsonb_build_object('id', gen_random_uuid(), 'order_ref', 'copy-' || number))
          AS copy
        FROM claim CROSS JOIN generate_series(2, ${CLAIM_LIMITS.day}::int) AS number WHERE id = ${claimId}
      ) AS copies`.execute(database.ownerDb)
    await expect(other.file()).rejects.toThrow('claim.too_many_today')
    await expect(other.file({}, later(2))).resolves.toMatchObject({ status: 'waiting' })
  })
})
