import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { announceClosing, closeDuePrograms } from '#domains/programmes/closings/commands/close-program.ts'
import { findLastDecision } from '#domains/programmes/closings/queries.ts'
import { addTerms } from '#domains/programmes/programs/commands/add-terms.ts'
import { DAY_MS, addDays, startOfDay, toDay } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'
import { joinProgram, nextOrder, openClaimShop, see, storeProof } from '#test/support/claim-shop.ts'
import type { ClaimShop } from '#test/support/claim-shop.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeMember } from '#test/support/network-fixtures.ts'
import { insertPublisher } from '#test/support/order-fixtures.ts'
import { askForEvidence, refuseClaim } from './commands/decide-claim.ts'
import { decideDueClaims } from './commands/decide-due-claims.ts'
import { insistOnClaim, sendEvidence, withdrawClaim } from './commands/follow-up-claim.ts'
import { listClaimEvents, listClaims, sumClaimsToDecide } from './queries.ts'
import { CLAIM_LIMITS } from './rules.ts'

const database = await openTestDatabase()
let ctx: Ctx

beforeAll(async () => {
  ctx = testContext(database.db)
})
/** Copies a claim until its publisher has filed so many, each for another order. */
async function copyClaim(claimId: string, { count, status }: { count: number; status: 'waiting' | 'answered' }) {
  const change = status === 'answered' ? sql`'{"status": "answered", "due_at": null}'::jsonb` : sql`'{}'::jsonb`
  await sql`INSERT INTO claim SELECT (copy).* FROM (
      SELECT jsonb_populate_record(claim, jsonb_build_object('id', gen_random_uuid(), 'order_ref',
        gen_random_uuid()::text) || ${change}) AS copy
      FROM claim CROSS JOIN generate_series(2, ${count}::int) WHERE id = ${claimId}
    ) AS copies`.execute(database.ownerDb)
}

test('a publisher has so many open claims at most, and withdraws one to file the next', async () => {
  const shop = await openClaimShop(ctx)
  const { claimId } = await shop.file()
  await copyClaim(claimId, { count: CLAIM_LIMITS.open, status: 'waiting' })
  await expect(shop.file()).rejects.toThrow('claim.too_many_open')
  const own = { publisherId: shop.publisherId }
  const seen = { ...(await see(ctx, claimId)), scope: own }
  await expect(withdrawClaim(ctx, { ...seen, scope: { publisherId: 0n } })).rejects.toThrow('not_found')
  expect(await withdrawClaim(ctx, seen)).toBe('withdrawn')
  await expect(withdrawClaim(ctx, { ...seen, ...(await see(ctx, claimId)) })).rejects.toThrow('claim.decided')
  const withdrawn = await listClaims(database.db, {
    scope: own,
    status: 'withdrawn',
    page: { number: 1, size: 20 },
    now: ctx.now,
  })
  expect(withdrawn).toMatchObject({ count: 1, waiting: CLAIM_LIMITS.open - 1, claims: [{ id: claimId }] })
  const nextDay = { ...ctx, now: new Date(ctx.now.getTime() + DAY_MS) }
  expect(await shop.file({}, nextDay)).toMatchObject({ status: 'waiting' })
  await expect(shop.file({}, nextDay)).rejects.toThrow('claim.too_many_open')
})

test('who has filed all claims of a day still contradicts an answer', async () => {
  const shop = await openClaimShop(ctx)
  await database.db.updateTable('rollupDay').set({ clicks: 0n }).where('publisherId', '=', shop.publisherId).execute()
  const { claimId, status } = await shop.file()
  expect(status).toBe('answered')
  await copyClaim(claimId, { count: CLAIM_LIMITS.day, status: 'answered' })
  await expect(shop.file()).rejects.toThrow('claim.too_many_today')
  const scope = { publisherId: shop.publisherId }
  const fileId = await storeProof(ctx, shop.publisherId)
  expect(await insistOnClaim(ctx, { ...(await see(ctx, claimId)), scope, text: 'See.', fileId })).toBe('waiting')
})

test('a claim is worth what the rate rules of the terms pay this publisher', async () => {
  const shop = await openClaimShop(ctx)
  const other = await insertPublisher(database.db, 'No rule')
  await joinProgram(ctx, { advertiserId: shop.advertiserId, publisherId: other })
  const program = database.db.selectFrom('program').select('id').where('advertiserId', '=', shop.advertiserId)
  const { id: programId } = await program.executeTakeFirstOrThrow()
  const names = { productGroup: null, region: null, customer: null, startsAt: null, endsAt: null, groupId: null }
  const rule = { ...names, number: 1, event: 'sale', publisherId: shop.publisherId }
  const sale = { event: 'sale', kind: 'percent' as const, ratePpm: 100_000 }
  await addTerms(ctx, {
    programId,
    windowDays: 30,
    validationDays: 30,
    rates: [sale],
    rules: [{ ...rule, rate: { kind: 'percent', ratePpm: 250_000 } }],
  })
  const { claimId } = await shop.file({ orderedOn: toDay(ctx.now) })
  expect(await sumClaimsToDecide(database.db, { ...shop.scope, now: ctx.now })).toMatchObject({
    count: 1,
    commission: 250_000n,
  })
  await shop.accept(claimId)
  const order = database.db.selectFrom('transaction').select('commission').where('claimId', '=', claimId)
  expect(await order.executeTakeFirstOrThrow()).toEqual({ commission: 250_000n })
})

test('the clock ends with the last decision of an ended programme, for the publisher', async () => {
  const ended = await openClaimShop(ctx)
  const { advertiserId, publisherId, siteId, scope } = ended
  const day = addDays(toDay(ctx.now), 20)
  await announceClosing(ctx, { advertiserId, day })
  await closeDuePrograms({ ...ctx, now: startOfDay(day) })
  const last = await findLastDecision(database.db, { advertiserId })
  if (!last) throw new Error('The programme has not ended')
  const before: Ctx = { ...ctx, now: new Date(last.getTime() - 3 * DAY_MS) }
  const orderedOn = addDays(toDay(before.now), -2)
  const none = { transactions: 0n, cancelledTransactions: 0n, orderValue: 0n, commission: 0n }
  await database.db
    .insertInto('rollupDay')
    .values({ publisherId, siteId, advertiserId, day: orderedOn, hits: 1n, clicks: 1n, ...none })
    .execute()
  const [plain, asked] = [await ended.file({ orderedOn }, before), await ended.file({ orderedOn }, before)]
  expect((await ended.read(plain.claimId)).dueAt).toEqual(last)
  await askForEvidence(before, { ...(await see(ctx, asked.claimId)), scope, note: 'Which card?' })
  expect(await ended.read(asked.claimId)).toMatchObject({ dueAt: last, evidenceUntil: last })
  await decideDueClaims({ ...ctx, now: new Date(last.getTime() - 1) })
  expect((await ended.read(asked.claimId)).status).toBe('waiting')
  await decideDueClaims({ ...ctx, now: last })
  for (const { claimId } of [plain, asked]) {
    expect(await ended.read(claimId)).toMatchObject({ status: 'accepted', decidedAt: last, dueAt: null })
    const events = await listClaimEvents(database.db, { claimId })
    expect(events.filter(({ kind }) => kind === 'accepted')).toMatchObject([{ actedAs: 'clock', actedBy: null }])
    const mails = database.db.selectFrom('mail').select('subject').where('textBody', 'like', `%/claims/${claimId}%`)
    expect((await mails.where('createdAt', '=', last).execute()).length).toBe(1)
  }
})

test('a close ends clocks that began before it, and nothing is contradicted after the last decision', async () => {
  const ended = await openClaimShop(ctx)
  const { advertiserId, publisherId, scope } = ended
  const [plain, asked] = [await ended.file(), await ended.file()]
  const answered = await ended.file({ orderedOn: addDays(toDay(ctx.now), -60) })
  expect(answered.status).toBe('answered')
  await announceClosing(ctx, { advertiserId, day: addDays(toDay(ctx.now), 15) })
  const own = sql`WHERE program_id = (SELECT id FROM program WHERE advertiser_id = ${advertiserId})`
  await sql`UPDATE program_closing SET closes_at = ${ctx.now}, notice_days = 0 ${own}`.execute(database.ownerDb)
  await sql`UPDATE program_terms SET window_days = 0, validation_days = 5, max_extensions = 0 ${own}`.execute(
    database.ownerDb,
  )
  await askForEvidence(ctx, { ...(await see(ctx, asked.claimId)), scope, note: 'Which card?' })
  await closeDuePrograms(ctx)
  await decideDueClaims(ctx)
  const last = new Date(ctx.now.getTime() + 5 * DAY_MS)
  expect(await ended.read(plain.claimId)).toMatchObject({ dueAt: last, evidenceUntil: null })
  expect(await ended.read(asked.claimId)).toMatchObject({ dueAt: last, evidenceUntil: last })
  await decideDueClaims({ ...ctx, now: last })
  expect((await ended.read(asked.claimId)).status).toBe('accepted')
  const insist = { ...(await see(ctx, answered.claimId)), scope: { publisherId }, text: 'It is mine.' }
  await expect(insistOnClaim({ ...ctx, now: last }, insist)).rejects.toThrow('claim.programme_ended')
})

test('each side is mailed what the other does, unless it has switched such mails off', async () => {
  const shop = await openClaimShop(ctx)
  const mailbox = await openMailboxes(shop)
  const claimed = nextOrder()
  const first = await shop.file({ orderRef: claimed })
  const ofPublisher = { publisherId: shop.publisherId }
  const see1 = async () => ({ ...(await see(ctx, first.claimId)), scope: shop.scope })
  await askForEvidence(ctx, { ...(await see1()), note: 'Which card?' })
  await sendEvidence(ctx, { ...(await see1()), scope: ofPublisher, text: 'This one.' })
  await refuseClaim(ctx, { ...(await see1()), reason: 'NOT_PROVED', note: 'It is not ours.' })
  const refused = `Your claim for order ${claimed} is refused`
  expect(await mailbox.read()).toEqual([
    ['advertiser', `Claim for order ${claimed}`],
    ['publisher', `Evidence for order ${claimed}`],
    ['advertiser', `Evidence for order ${claimed}`],
    ['publisher', refused],
  ])
  await mailbox.switchOff()
  const second = await shop.file()
  await shop.accept(second.claimId)
  expect(await mailbox.read()).toHaveLength(4)
})

/** Gives the advertiser a member of its team who decides; `read` answers to whom which mails were sent, in order. */
async function openMailboxes({ advertiserId, publisherId }: ClaimShop) {
  const { db } = database
  const { accountId, email } = await makeMember(ctx, { advertiserId, role: 'validator' })
  const publisher = db.selectFrom('publisher').select('accountId').where('id', '=', publisherId)
  const { accountId: publisherAccount } = await publisher.executeTakeFirstOrThrow()
  const publishers = db.selectFrom('account').select('email').where('id', '=', publisherAccount)
  const { email: publisherEmail } = await publishers.executeTakeFirstOrThrow()
  return {
    read: async () => {
      const mails = await db
        .selectFrom('mail')
        .select(['toAddress', 'subject'])
        .where('toAddress', 'in', [email, publisherEmail])
        .orderBy('id')
        .execute()
      return mails.map(({ toAddress, subject }) => [toAddress === email ? 'advertiser' : 'publisher', subject])
    },
    switchOff: async () => {
      await db
        .updateTable('account')
        .set({ mutedNotices: ['claims'] })
        .where('id', '=', publisherAccount)
        .execute()
      const choice = { kind: 'claims', mail: 'never', isListed: true } as const
      await db
        .insertInto('noticeChoice')
        .values({ accountId, advertiserId, ...choice })
        .execute()
    },
  }
}
