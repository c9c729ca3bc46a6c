import { sql } from 'kysely'
import { chooseNotices } from '#domains/people/notices/commands/choose-notices.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { METHOD_POLICIES, PROMOTION_METHODS } from '#kernel/lists/promotion-methods.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount, makeAdvertiser, makeProgram, makePublisher } from '#test/support/network-fixtures.ts'
import { updateAdvertiser } from '#domains/people/advertisers/commands.ts'
import { addTerms } from './commands/add-terms.ts'
import { createProgram } from './commands/create-program.ts'
import { decideMembership } from './commands/decide-membership.ts'
import { joinByInvitation } from './commands/join-by-invitation.ts'
import { leaveProgram } from './commands/leave-program.ts'
import { requestJoin } from './commands/request-join.ts'
import { updateProgram } from './commands/update-program.ts'
import { findMembership } from './queries/memberships.ts'
import { findProgramByAdvertiser } from './queries/programs.ts'
import { getTerms } from './queries/terms.ts'
import { termsInForce } from './rules.ts'

const database = await openTestDatabase()
let ctx: Ctx
let operator: Ctx

beforeAll(async () => {
  ctx = testContext(database.db)
  operator = { ...ctx, actor: await makeAccount(ctx, 'operator') }
})
describe('a programme', () => {
  test('begins as a draft with a slug made from its title', async () => {
    const { advertiserId } = await makeAdvertiser(ctx)
    await createProgram(ctx, { advertiserId, title: 'Café & Co' })
    expect(await findProgramByAdvertiser(ctx.db, { advertiserId })).toMatchObject({
      status: 'draft',
      joinMode: 'review',
      slug: 'cafe-co-affiliate-program',
      publicId: Number(advertiserId),
      clickParam: 'click_id',
      terms: [],
    })
  })

  test('is the only one of its advertiser, and its slug is unique', async () => {
    const [one, other] = [await makeAdvertiser(ctx), await makeAdvertiser(ctx)]
    await createProgram(ctx, { advertiserId: one.advertiserId, title: 'One', slug: 'one', publicId: 45_957 })
    const again = createProgram(ctx, { advertiserId: one.advertiserId, title: 'Two', slug: 'two' })
    await expect(again).rejects.toThrow('program.exists')
    const taken = createProgram(ctx, { advertiserId: other.advertiserId, title: 'Two', slug: 'one' })
    await expect(taken).rejects.toMatchObject({ details: { field: 'slug', wireCode: 'taken' } })
    await createProgram(ctx, { advertiserId: other.advertiserId, title: 'Two', slug: 'two', publicId: 45_957 })
  })

  test('opens only once its terms are in force', async () => {
    const { advertiserId } = await makeAdvertiser(ctx)
    const { programId } = await createProgram(ctx, { advertiserId, title: 'ProfileInput' })
    await expect(updateProgram(ctx, { programId, status: 'open' })).rejects.toThrow('no_terms')
    const tomorrow = new Date(ctx.now.getTime() + 86_400_000)
    const rates = [{ event: 'sale', kind: 'percent', ratePpm: 1 }] as const
    await addTerms(ctx, { programId, windowDays: 30, validationDays: 30, effectiveFrom: tomorrow, rates })
    await expect(updateProgram(ctx, { programId, status: 'open' })).rejects.toThrow('no_terms')
    await updateProgram({ ...ctx, now: tomorrow }, { programId, status: 'open' })
    expect(await findProgramByAdvertiser(ctx.db, { advertiserId })).toMatchObject({ status: 'open' })
  })

  test('changes the given fields and keeps the others', async () => {
    const { advertiserId, programId } = await makeProgram(ctx, { countries: ['US', 'CA'], description: 'As it was' })
    const methods = [{ method: 'SEM', policy: 'under_condition' }] as const
    await updateProgram(ctx, { programId, clickParam: 'cjevent', methods })
    const expected = {
      clickParam: 'cjevent',
      countries: ['CA', 'US'],
      methods,
      description: 'As it was',
      status: 'open',
    }
    expect(await findProgramByAdvertiser(ctx.db, { advertiserId })).toMatchObject(expected)
    await expect(updateProgram(ctx, { programId, countries: ['XX'] })).rejects.toThrow('advertiser.region')
    await updateProgram(ctx, { programId, countries: ['GLOBAL'], methods: [] })
    expect(await findProgramByAdvertiser(ctx.db, { advertiserId })).toMatchObject({
      countries: ['GLOBAL'],
      methods: [],
    })
  })

  test('accepts a policy for exactly the 24 methods of the specification', async () => {
    expect(PROMOTION_METHODS).toHaveLength(24)
    const methods = PROMOTION_METHODS.map((method, index) => ({
      method,
      policy: METHOD_POLICIES[index % 2] ?? 'allowed',
    }))
    const { advertiserId, programId } = await makeProgram(ctx, { methods })
    expect((await findProgramByAdvertiser(ctx.db, { advertiserId }))?.methods).toHaveLength(24)
    const insert = sql`INSERT INTO program_method VALUES (${programId}, 'Telepathy', 'allowed')`.execute(ctx.db)
    await expect(insert).rejects.toThrow('check constraint')
  })
})

describe('terms', () => {
  const sale = { event: 'sale', kind: 'percent', ratePpm: 75_000 } as const
  const install = { event: 'install', kind: 'fixed', fixedAmount: 5000n } as const

  test('are numbered versions that keep their rates', async () => {
    const { advertiserId, programId } = await makeProgram(ctx)
    const next = { programId, windowDays: 90, validationDays: 60, rates: [sale, install] }
    const { termsId, version } = await addTerms(operator, next)
    expect(version).toBe(2)
    const terms = await getTerms(ctx.db, { termsId })
    expect(terms).toMatchObject({ windowDays: 90, validationDays: 60, currency: 'USD', rates: [install, sale] })
    expect(terms.createdBy).toBe(operator.actor.kind === 'account' && operator.actor.accountId)
    const program = await findProgramByAdvertiser(ctx.db, { advertiserId })
    expect(program?.terms.map((one) => one.version)).toEqual([2, 1])
    expect(termsInForce(program?.terms ?? [], ctx.now)?.id).toBe(termsId)
  })

  test('get consecutive versions when several are added at once', async () => {
    const { programId } = await makeProgram(ctx)
    const next = { programId, windowDays: 1, validationDays: 1, rates: [sale] }
    const added = await Promise.all(Array.from({ length: 5 }, () => addTerms(ctx, next)))
    expect(new Set(added.map(({ version }) => version))).toEqual(new Set([2, 3, 4, 5, 6]))
  })

  test('never begin in the past, by the command and by a constraint', async () => {
    const { programId } = await makeProgram(ctx)
    const effectiveFrom = new Date(ctx.now.getTime() - 1)
    const next = { programId, windowDays: 1, validationDays: 1, rates: [sale], effectiveFrom }
    await expect(addTerms(ctx, next)).rejects.toMatchObject({ details: { field: 'effective_from' } })
    const insert = sql`INSERT INTO program_terms
      (program_id, version, window_days, validation_days, currency, effective_from, created_at)
      VALUES (${programId}, 9, 1, 1, 'USD', ${effectiveFrom}, ${ctx.now})`.execute(ctx.db)
    await expect(insert).rejects.toThrow('check constraint')
  })

  test('need at least one rate, and one per event', async () => {
    const { programId } = await makeProgram(ctx)
    const next = { programId, windowDays: 1, validationDays: 1 }
    await expect(addTerms(ctx, { ...next, rates: [] })).rejects.toThrow('program.rates_missing')
    const twice = addTerms(ctx, { ...next, rates: [sale, install, sale] })
    await expect(twice).rejects.toMatchObject({ details: { field: 'rates.2.action_type' } })
  })

  test('cannot be edited or deleted', async () => {
    const { termsId } = await makeProgram(ctx)
    const update = sql`UPDATE program_terms SET window_days = 1 WHERE id = ${termsId}`
    await expect(update.execute(database.db)).rejects.toThrow('permission denied')
    const remove = sql`DELETE FROM program_rate WHERE terms_id = ${termsId}`
    await expect(remove.execute(database.db)).rejects.toThrow('permission denied')
  })
})

describe('a membership', () => {
  test('is joined at once with automatic approval', async () => {
    const { programId } = await makeProgram(ctx, { joinMode: 'auto' })
    const { publisherId } = await makePublisher(ctx)
    expect(await requestJoin(ctx, { programId, publisherId })).toEqual({ status: 'joined' })
    await expect(requestJoin(ctx, { programId, publisherId })).rejects.toThrow('already_requested')
    await leaveProgram(ctx, { programId, publisherId })
    await expect(leaveProgram(ctx, { programId, publisherId })).rejects.toThrow('not_joined')
    expect(await requestJoin(ctx, { programId, publisherId })).toEqual({ status: 'joined' })
  })

  test('waits for the operator, who must give a reason to decline', async () => {
    const { programId, advertiser } = await makeProgram(ctx)
    const { publisherId, email } = await makePublisher(ctx)
    const about = { programId, publisherId }
    expect(await requestJoin(ctx, { programId, publisherId, message: 'Please' })).toEqual({ status: 'pending' })
    await expect(decideMembership(operator, { ...about, decision: 'decline' })).rejects.toThrow(
      'program.reason_missing',
    )
    await decideMembership(operator, { ...about, decision: 'decline', reason: 'No <content> yet' })
    expect(await requestJoin(ctx, { programId, publisherId })).toEqual({ status: 'pending' })
    await decideMembership(operator, { ...about, decision: 'approve' })
    await decideMembership(operator, { ...about, decision: 'suspend', reason: 'Brand bidding' })
    expect(await findMembership(ctx.db, about)).toMatchObject({ status: 'suspended', reason: 'Brand bidding' })
    await expect(leaveProgram(ctx, { programId, publisherId })).rejects.toThrow('not_joined')
    await expect(requestJoin(ctx, { programId, publisherId })).rejects.toThrow('already_requested')
    await decideMembership(operator, { ...about, decision: 'approve' })
    expect(await findMembership(ctx.db, about)).toMatchObject({ status: 'joined', reason: '' })

    const mails = await ctx.db.selectFrom('mail').selectAll().where('toAddress', '=', email).orderBy('id').execute()
    expect(mails.map(({ subject }) => subject.split(' ').slice(0, 3).join(' '))).toEqual([
      'Your request to',
      'You are now',
      'Your membership in',
      'You are now',
    ])
    expect(mails[0]?.textBody).toContain('No <content> yet')
    expect(mails[0]?.htmlBody).not.toContain('<content>')
    const partner = ctx.db.selectFrom('mail').select('subject').where('toAddress', '=', advertiser.email)
    expect(await partner.execute()).toEqual(
      ['asks to join', 'has a new partner'].map((news) => ({ subject: expect.stringContaining(news) })),
    )
  })

  test('is decided without mails to accounts that switched them off', async () => {
    const { programId, advertiser } = await makeProgram(ctx)
    const { publisherId, email } = await makePublisher(ctx)
    const addresses = [email, advertiser.email]
    await ctx.db
      .updateTable('account')
      .set({ mutedNotices: ['memberships'] })
      .where('email', '=', email)
      .execute()
    const choices = [{ kind: 'memberships', mail: 'never', isListed: true }] as const
    await chooseNotices(ctx, { ...advertiser, choices })
    await requestJoin(ctx, { programId, publisherId })
    await decideMembership(operator, { programId, publisherId, decision: 'approve' })
    const mails = ctx.db.selectFrom('mail').select('id').where('toAddress', 'in', addresses)
    expect(await mails.execute()).toEqual([])
  })

  test('is decided once when two operators decide at the same time', async () => {
    const { programId } = await makeProgram(ctx)
    const { publisherId } = await makePublisher(ctx)
    await requestJoin(ctx, { programId, publisherId })
    const results = await Promise.allSettled([
      decideMembership(operator, { programId, publisherId, decision: 'decline', reason: 'No' }),
      decideMembership(operator, { programId, publisherId, decision: 'decline', reason: 'No' }),
    ])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('is requested once when the button is pressed twice', async () => {
    const { programId } = await makeProgram(ctx)
    const { publisherId } = await makePublisher(ctx)
    const results = await Promise.allSettled([
      requestJoin(ctx, { programId, publisherId }),
      requestJoin(ctx, { programId, publisherId }),
    ])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('does not begin while the programme or the advertiser is paused', async () => {
    const { programId, advertiserId } = await makeProgram(ctx)
    const { publisherId } = await makePublisher(ctx)
    await updateProgram(ctx, { programId, status: 'paused' })
    await expect(requestJoin(ctx, { programId, publisherId })).rejects.toThrow('program.paused')
    await updateProgram(ctx, { programId, status: 'open' })
    const rest = { advertiserId, name: 'Resting', website: 'https://shop.example.com', status: 'paused' } as const
    await updateAdvertiser(ctx, rest)
    await expect(requestJoin(ctx, { programId, publisherId })).rejects.toThrow('program_not_open')
  })

  test('begins by invitation only, if the programme says so; earlier requests can still be decided', async () => {
    const { programId } = await makeProgram(ctx)
    const [waiting, late, invited] = [await makePublisher(ctx), await makePublisher(ctx), await makePublisher(ctx)]
    await requestJoin(ctx, { programId, publisherId: waiting.publisherId })
    await updateProgram(ctx, { programId, joinMode: 'invited' })
    const request = requestJoin(ctx, { programId, publisherId: late.publisherId })
    await expect(request).rejects.toThrow('program.invited_only')
    const about = { programId, publisherId: invited.publisherId }
    await joinByInvitation(ctx, about)
    expect(await findMembership(ctx.db, about)).toMatchObject({ status: 'joined' })
    await decideMembership(operator, { programId, publisherId: waiting.publisherId, decision: 'approve' })
    expect(await findMembership(ctx.db, { programId, publisherId: late.publisherId })).toBeUndefined()
    const wrong = sql`UPDATE program SET join_mode = 'closed' WHERE id = ${programId}`
    await expect(wrong.execute(database.db)).rejects.toThrow('program_join_mode_check')
  })

  test('that was never requested cannot be decided', async () => {
    const { programId } = await makeProgram(ctx)
    const { publisherId } = await makePublisher(ctx)
    const deciding = decideMembership(operator, { programId, publisherId, decision: 'approve' })
    await expect(deciding).rejects.toThrow('not_found')
  })
})

test('writes one audit line per command', async () => {
  const { programId } = await makeProgram(ctx, { joinMode: 'auto' })
  const { publisherId } = await makePublisher(ctx)
  await requestJoin(ctx, { programId, publisherId })
  await decideMembership(operator, { programId, publisherId, decision: 'suspend', reason: 'x' })
  const lines = await ctx.db
    .selectFrom('auditLine')
    .select(['action', 'actorKind'])
    .where('target', '=', `program:${programId}`)
    .orderBy('id')
    .execute()
  expect(lines.map(({ action }) => action)).toEqual([
    'program.create',
    'terms.add',
    'program.update',
    'membership.request',
    'membership.suspend',
  ])
  expect(lines.at(-1)?.actorKind).toBe('account')
})
