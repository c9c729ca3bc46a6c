import { beforeAll, expect, test } from 'vitest'
import { changeListing } from '#domains/partners/listings/commands/change-listing.ts'
import { verifyLedger } from '#domains/orders/transactions/queries/verify-ledger.ts'
import { receivePostback } from '#domains/orders/transactions/commands/receive-postback.ts'
import { createGroup, changeMembers } from '#domains/programmes/rates/commands/groups.ts'
import { findRates } from '#domains/partners/terms/queries/rates.ts'
import { acknowledgeTerms } from '#domains/partners/terms/commands/acknowledge-terms.ts'
import { addDays, toDay } from '#kernel/days.ts'
import { listLines } from '#platform/server/database/database-check.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { createRatedAdvertiser, percent, saleRate } from '#test/support/rated-advertiser.ts'
import { insertPublisher } from '#test/support/order-fixtures.ts'
import { acceptInvitation } from './commands/answer-invitation.ts'
import { invitePublisher } from './commands/invite-publisher.ts'
import type { NewInvitation } from './commands/invite-publisher.ts'
import { readConditions } from './queries/conditions.ts'

const database = await openTestDatabase()
let ctx: Ctx

beforeAll(async () => {
  ctx = testContext(database.db)
})

/** A brand with a joined publisher, and another one who is invited to a rate for sales. */
async function makeInvited(rate = percent(17), others: NewInvitation['offers'] = []) {
  const advertiser = await createRatedAdvertiser(ctx)
  const { advertiserId, programId } = advertiser
  const invitedId = await insertPublisher(database.db, 'Invited')
  await changeListing(ctx, { publisherId: invitedId, isListed: true })
  const lastDay = addDays(toDay(ctx.now), 14)
  const offers = [{ event: 'sale', rate }, ...others]
  const invitation = { advertiserId, publisherId: invitedId, offers, message: '', lastDay }
  const { invitationId } = await invitePublisher(ctx, invitation)
  const accept = async (at = { ...ctx, now: new Date() }) => {
    const { mark } = await readConditions(at.db, { programId, publisherId: invitedId, now: at.now })
    await acceptInvitation(at, { publisherId: invitedId, invitationId, mark })
  }
  const read = async () => {
    const found = await findRates(database.db, { advertiserId, now: new Date() })
    if (!found) throw new Error('The brand has no rates')
    return found
  }
  return { ...advertiser, invitedId, accept, read }
}

const ownRule = (lines: readonly { publisherId: bigint | null }[], publisherId: bigint) =>
  lines.find((line) => line.publisherId === publisherId)

test('an order after the acceptance earns the offered rate, and that of another publisher what it did', async () => {
  const given = await makeInvited()
  const { invitedId, publisherId, accept, read, token } = given
  await accept({ ...ctx, now: new Date(Date.now() - 30_000) })
  const { id: termsId } = (await read()).inForce
  let orders = 0
  const report = async (id: bigint) => {
    const click_id = await given.makeClick({ publisherId: id, termsId, agoMs: 1000 })
    const outcome = await receivePostback({ ...ctx, now: new Date() }, await given.loadSource(), {
      channel: 'json',
      parameters: { token, click_id, order_id: `offer-${++orders}-${termsId}`, amount: '100.00' },
      isReadable: true,
    })
    const { transactionId } = outcome as { transactionId: string }
    const found = database.db.selectFrom('transaction').select('commission')
    return found.where('id', '=', transactionId).executeTakeFirstOrThrow()
  }
  expect((await report(invitedId)).commission).toBe(170_000n)
  expect((await report(publisherId)).commission).toBe(100_000n)
  expect(listLines(await verifyLedger(database.db))).toEqual([])
})

test('an offer for several events becomes a rule for each, in one version', async () => {
  const lead = { event: 'lead', rate: { kind: 'fixed', fixedAmount: 70_000n } } as const
  const { programId, invitedId, accept, read } = await makeInvited(percent(17), [lead])
  const { inForce: before } = await read()
  await accept()
  const { inForce } = await read()
  expect(inForce.version).toBe(before.version + 1)
  const own = inForce.lines.filter(({ publisherId }) => publisherId === invitedId)
  expect(own.map(({ event, rate, number }) => [event, rate, number])).toEqual([
    ['lead', lead.rate, 1],
    ['sale', percent(17), 2],
  ])
  const { ordinary } = await readConditions(database.db, { programId, publisherId: invitedId, now: new Date() })
  expect(ordinary).toEqual([lead, { event: 'sale', rate: percent(17) }])
})

test('an acceptance keeps the rules and groups in force, and says nothing to others', async () => {
  const { programId, publisherId, invitedId, save, publish, accept, read } = await makeInvited()
  const { groupId } = await createGroup(ctx, { programId, name: 'Gold' })
  await changeMembers(ctx, { programId, groupId, publisherIds: [publisherId], isMember: true })
  await save(0, { groupId, rate: percent(12) })
  await publish(ctx, 1)
  // Who left the group since keeps its rate until the brand publishes.
  await changeMembers(ctx, { programId, groupId, publisherIds: [publisherId], isMember: false })
  const before = await database.db.selectFrom('termsNotice').select('termsId').execute()
  await accept()
  const { inForce } = await read()
  expect(inForce.book.groupsOf.get(publisherId)).toEqual([groupId])
  expect(ownRule(inForce.lines, invitedId)).toMatchObject({ event: 'sale', rate: percent(17), number: 2 })
  expect(await database.db.selectFrom('termsNotice').select('termsId').execute()).toEqual(before)
})

test('an acceptance keeps a version for later with its notices, and the draft', async () => {
  const { advertiserId, publisherId, invitedId, save, publish, accept, read } = await makeInvited()
  await save(0, { rate: percent(8) }, saleRate)
  const { version, effectiveFrom } = await publish(ctx, 1)
  await save(0, { customer: 'NEW', rate: percent(9) })
  await accept()
  const { inForce, scheduled, draft } = await read()
  expect(scheduled).toMatchObject({ effectiveFrom, told: 1, acknowledged: 0 })
  expect(scheduled?.version).toBeGreaterThan(version)
  expect(scheduled?.lines.find(({ number }) => number === 0)).toMatchObject({ event: 'lead' })
  for (const lines of [inForce.lines, scheduled?.lines ?? [], draft?.lines ?? []]) {
    expect(ownRule(lines, invitedId)).toMatchObject({ rate: percent(17), number: 2 })
  }
  expect(draft?.revision).toBe(2)
  expect(draft?.lines.map(({ number }) => number).toSorted()).toEqual([0, 0, 1, 2])
  // Who still has the page with the version before open acknowledges the one that repeats it.
  await acknowledgeTerms(ctx, { publisherId, advertiserId, version })
  expect((await read()).scheduled).toMatchObject({ acknowledged: 1 })
})

test('a version for later that an offer does not fit goes without it, and the publisher is told', async () => {
  const { invitedId, save, publish, accept, read } = await makeInvited({
    kind: 'fixed',
    fixedAmount: 50_000n,
  })
  await save(0, { productGroup: 'Shoes', rate: percent(2) })
  await publish(ctx, 1)
  const { scheduled: cut } = await read()
  expect(cut).not.toBeNull()
  await accept()
  const { inForce, scheduled } = await read()
  expect(ownRule(inForce.lines, invitedId)).toBeDefined()
  expect(ownRule(scheduled?.lines ?? [], invitedId)).toBeUndefined()
  const notices = await database.db.selectFrom('termsNotice').selectAll().where('publisherId', '=', invitedId).execute()
  expect(notices).toMatchObject([{ termsId: scheduled?.id, isCut: true }])
})
